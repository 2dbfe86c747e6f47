import { readEscapes } from '@sluice/text-folding'
import { withRunsDecoded } from './decoded-runs.ts'
import { withTagsShown } from './hidden-tags.ts'
import { withoutLeet } from './leetspeak.ts'
import { otherLetters } from './other-letters.ts'
import { withoutGaps } from './spaced-letters.ts'

/** An encoding may stand inside another so often. */
const MOST_NESTED = 3

/**
 * How a text can be read. First as it is with what is encoded in its place: runs of Base64, hexadecimal and binary
 * digits that say something, escapes of URLs, HTML and strings, single letters and leetspeak as words, tag characters
 * as letters. Then, where its words say so, with each letter thirteen places on, or from its end. Linear.
 */
export function readingsOf(text: string): readonly string[] {
  const plain = decodedInPlace(text)
  return [plain, ...otherLetters(plain).map(decodedInPlace)]
}

function decodedInPlace(text: string): string {
  let read = text
  for (let i = 0; i < MOST_NESTED; i += 1) {
    const before = read
    for (const change of [withTagsShown, escapesRead, withRunsDecoded, withoutGaps, withoutLeet]) read = change(read)
    if (read === before) return read
  }
  return read
}

function escapesRead(text: string): string {
  return readEscapes(text).text
}
