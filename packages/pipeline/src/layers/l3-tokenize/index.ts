export { createTokenizeLayer } from './tokenize-layer.ts'
export { writeMaskedSteps } from './write-masked.ts'
