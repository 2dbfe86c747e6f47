export { createTokenizeLayer, type TokenizeOptions } from './tokenize-layer.ts'
