import type { FoldedText } from '@sluice/text-folding'
import type { Span } from './recognizer.ts'

/**
 * Adds to the spans of a text with its escapes read those of the same text as it was written, where nothing was found
 * otherwise: a path such as `C:\nightfall` holds a name, and no line break. Such a span covers whole escapes.
 */
export function withSpansAsWritten(
  spans: readonly Span[],
  written: readonly Span[],
  folded: FoldedText,
): readonly Span[] {
  const merged: Span[] = []
  let next = 0
  for (const span of written) {
    const whole = withWholeEscapes(span, folded)
    for (let own = spans[next]; own !== undefined && own.end <= whole.start; own = spans[next]) {
      merged.push(own)
      next += 1
    }
    if (whole.start >= (merged.at(-1)?.end ?? 0) && whole.end <= (spans[next]?.start ?? whole.end)) merged.push(whole)
  }
  // One by one: a text may have more spans than a call may have arguments.
  for (const own of spans.slice(next)) merged.push(own)
  return merged
}

function withWholeEscapes(span: Span, folded: FoldedText): Span {
  const at = firstPlaceFrom(folded, span.start)
  const start = folded.toOriginal(at) === span.start ? span.start : folded.toOriginal(at - 1)
  return { ...span, start, end: folded.toOriginal(firstPlaceFrom(folded, span.end)) }
}

/** The first place of the folded text that does not lie before that place of the written one. */
export function firstPlaceFrom(folded: FoldedText, original: number): number {
  let [low, high] = [0, folded.text.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (folded.toOriginal(middle) < original) low = middle + 1
    else high = middle
  }
  return low
}
