export { type CodenameIndex, type CodenameSpan, openCodenameIndex } from './matcher/codename-index.ts'
export { compileCodenameIndex } from './matcher/compile-index.ts'
export { faultOfTerm, keyOfTerm } from './term-key.ts'
