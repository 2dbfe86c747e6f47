import type { FoldedText } from '@sluice/text-folding'
import type { Span } from './recognizer.ts'
import { firstPlaceFrom } from './spans-as-written.ts'

/**
 * No value is longer, in UTF-16 code units of the text as it was written: an e-mail address has 320 octets (RFC 5321,
 * section 4.5.3.1). An answer that repeats the token of a value holds the value as often.
 */
export const MAX_VALUE_LENGTH = 512

/**
 * Cuts spans that are too long for one value into several, next to each other. `folded` is the text as it was read.
 * Linear.
 */
export function cutLongSpans(spans: readonly Span[], folded: FoldedText, text: string): readonly Span[] {
  if (!spans.some(isLong)) return spans
  const pieces: Span[] = []
  for (const span of spans) {
    let { start } = span
    while (span.end - start > MAX_VALUE_LENGTH) {
      const end = cutBetween(start, start + MAX_VALUE_LENGTH, folded, text)
      pieces.push({ ...span, start, end })
      start = end
    }
    pieces.push({ ...span, start })
  }
  return pieces
}

function isLong({ start, end }: Span): boolean {
  return end - start > MAX_VALUE_LENGTH
}

/** The last place that is not inside an escape; any place in what folds to nothing. Never inside a surrogate pair. */
function cutBetween(start: number, end: number, folded: FoldedText, text: string): number {
  const place = folded.toOriginal(firstPlaceFrom(folded, end + 1) - 1)
  return wholeCharacters(text, place > start + 1 ? place : end)
}

function wholeCharacters(text: string, at: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at
}
