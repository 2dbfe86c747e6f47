export { openValue } from './sealed-value.ts'
export { findTokens, MAX_TOKEN_LENGTH, TOKEN_PATTERN, type TokenSpan } from './token.ts'
export { createTokenizeLayer, type TokenizeOptions } from './tokenize-layer.ts'
