export { type CodenameIndex, type CodenameSpan, openCodenameIndex } from './matcher/codename-index.ts'
export { compileCodenameIndex } from './matcher/compile-index.ts'
