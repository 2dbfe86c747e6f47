export { createJailbreakLayer, lookTwice } from './jailbreak-layer.ts'
