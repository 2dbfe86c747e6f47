export { copyHeld, copyOf, type HeldCopy } from './copy-held.ts'
export { createTokenizeLayer } from './tokenize-layer.ts'
export { writeMaskedSteps } from './write-masked.ts'
