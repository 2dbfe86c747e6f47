export { createJailbreakLayer, jailbreakSteps } from './jailbreak-layer.ts'
