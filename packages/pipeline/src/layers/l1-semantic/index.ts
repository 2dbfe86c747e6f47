export { createJailbreakLayer } from './jailbreak-layer.ts'
