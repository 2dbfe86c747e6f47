export { hasDoubtfulEscapes, readEscapes, readJsonValue } from './escapes.ts'
export {
  chained,
  type FoldedText,
  inPlace,
  originalSpan,
  replaceMatches,
  replaceSpans,
  type Span,
} from './folded-text.ts'
export { foldForPhrases, foldForValues, foldThroughCarriers } from './foldings.ts'
export { readLookAlikes } from './look-alikes.ts'
