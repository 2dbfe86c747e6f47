export { hasDoubtfulEscapes, readEscapes, readJsonValue } from './escapes.ts'
export type { FoldedText } from './folded-text.ts'
export { foldForPhrases, foldForValues, foldThroughCarriers } from './foldings.ts'
export { readLookAlikes } from './look-alikes.ts'
