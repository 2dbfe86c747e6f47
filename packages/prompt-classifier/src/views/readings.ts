import { chained, type FoldedText, inPlace, originalSpan, readEscapes, type Span } from '@sluice/text-folding'
import { withRunsDecoded } from './decoded-runs.ts'
import { withTagsShown } from './hidden-tags.ts'
import { withoutLeet } from './leetspeak.ts'
import { otherLetters } from './other-letters.ts'
import type { Reading } from './reading.ts'
import { withoutGaps } from './spaced-letters.ts'

/** An encoding may stand inside another so often. */
const MOST_NESTED = 3

/**
 * How a text can be read. First as it is with what is encoded in its place: runs of Base64, hexadecimal and binary
 * digits that say something, escapes of URLs, HTML and strings, single letters and leetspeak as words, tag characters
 * as letters. Then, where its words say so, with each letter thirteen places on, or from its end. Linear.
 */
export function readingsOf(text: string): readonly Reading[] {
  const plain = decodedInPlace(text)
  const others = otherLetters(plain.text).map(({ text: changed, spanOf }) => {
    const decoded = decodedInPlace(changed)
    return { text: decoded.text, spanOf: (span: Span) => originalSpan(plain, spanOf(originalSpan(decoded, span))) }
  })
  return [{ text: plain.text, spanOf: (span) => originalSpan(plain, span) }, ...others]
}

function decodedInPlace(text: string): FoldedText {
  let read = inPlace(text)
  for (let i = 0; i < MOST_NESTED; i += 1) {
    const before = read.text
    for (const change of [withTagsShown, readEscapes, withRunsDecoded, withoutGaps, withoutLeet]) {
      const changed = change(read.text)
      if (changed.text !== read.text) read = chained(changed, read)
    }
    if (read.text === before) return read
  }
  return read
}
