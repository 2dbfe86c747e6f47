export { DeliveredTextMemory, type DeliveredTexts, deliveredLookUp, MAX_SPANS_OF_TEXT } from './delivered-texts.ts'
export type { DeliveredSpan, DeliveredText } from './strings-with-values.ts'
