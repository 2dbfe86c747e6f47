export { createJailbreakLayer, jailbreakSteps, lookTwice } from './jailbreak-layer.ts'
