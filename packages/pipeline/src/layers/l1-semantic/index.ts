export { excerptOf } from './excerpt.ts'
export { createJailbreakLayer, lookTwice } from './jailbreak-layer.ts'
