export type { Recognizer, Span } from './recognizer.ts'
export { compileCodenames } from './recognizers/codename.ts'
export { RECOGNIZERS, scanText } from './scan-text.ts'
export { createSensitivityLayer, type SensitivityOptions } from './sensitivity-layer.ts'
