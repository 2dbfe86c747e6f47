export { createTokenizeLayer } from './tokenize-layer.ts'
