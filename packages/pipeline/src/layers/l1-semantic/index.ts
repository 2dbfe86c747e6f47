export { createJailbreakLayer, type JailbreakOptions } from './jailbreak-layer.ts'
