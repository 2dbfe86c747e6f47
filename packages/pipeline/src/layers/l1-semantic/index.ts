export { excerptOf } from './excerpt.ts'
export { createJailbreakLayer, jailbreakSteps } from './jailbreak-layer.ts'
