export { RECOGNIZERS, scanText } from './scan-text.ts'
export { createSensitivityLayer } from './sensitivity-layer.ts'
