export { RECOGNIZERS, scanSteps } from './scan-text.ts'
export { createSensitivityLayer } from './sensitivity-layer.ts'
