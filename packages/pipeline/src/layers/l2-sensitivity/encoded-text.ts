import { isUtf8 } from 'node:buffer'
import type { Span } from './recognizer.ts'
import { NAMES } from './recognizers/names.ts'
import { levelOf } from './resolve-overlaps.ts'

/** A shorter run is a word, or holds no value worth the look: 22 characters of base64 are the 16 digits of a card. */
const SHORTEST_RUN = 22
/** RFC 2045, section 6.8: lines of base64 have 76 characters at most; a shorter line is the last. */
const [SHORTEST_LINE, LONGEST_LINE] = [60, 76]
/** What is encoded again is decoded again, so often. */
const MAX_DEPTH = 2

/** Text has no others of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters of ASCII but white space.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Text among other octets: a run may begin within a word, or have something before it. */
const ASCII_STRETCH = /[\t\n\r -~]{12,}/g

/** Finds the values of a text. */
type Scan = (text: string, depth: number) => readonly Span[]

/**
 * Finds values in text that is encoded within a text: base64 (RFC 4648, both alphabets, also in lines) and hexadecimal
 * digits, in runs of 22 characters or more. A finding covers its run, which comes back as it was written, and is of the
 * type of the highest value in it. A run that does not decode to text is none. Linear.
 */
export function encodedSpans(text: string, scan: Scan, depth = 0): readonly Span[] {
  if (depth >= MAX_DEPTH) return []
  const spans: Span[] = []
  for (const run of runsIn(text)) {
    const decoded = decodings(text.slice(run.start, run.end))
    const found = decoded.texts
      .flatMap((each) => scan(each, depth + 1))
      // Among other octets there is no sentence to judge a name by.
      .filter(({ recognizer }) => decoded.isWhole || recognizer !== NAMES)
    const highest = found.reduce<Span | undefined>(higher, undefined)
    if (highest === undefined) continue
    const { entity, confidence } = highest
    const span = { entity, confidence, level: levelOf(highest), recognizer: 'encoded-text', verified: false }
    spans.push({ ...span, start: run.start, end: run.end })
  }
  return spans
}

function higher(a: Span | undefined, b: Span): Span {
  return a === undefined || levelOf(b) > levelOf(a) ? b : a
}

interface Run {
  readonly start: number
  readonly end: number
}

/** Looks at one character in 22, and around those that may be in a run. */
function runsIn(text: string): readonly Run[] {
  const runs: Run[] = []
  let from = 0
  let at = SHORTEST_RUN - 1
  while (at < text.length) {
    if (!isInAlphabet(text.charCodeAt(at))) {
      at += SHORTEST_RUN
      continue
    }
    let start = at
    while (start > from && isInAlphabet(text.charCodeAt(start - 1))) start -= 1
    const end = endOfLine(text, at)
    from = end - start >= SHORTEST_RUN ? endOfLines(text, start, end) : end
    if (end - start >= SHORTEST_RUN) runs.push({ start, end: endOfPadding(text, from) })
    at = from + SHORTEST_RUN - 1
  }
  return runs
}

/** The end of a run that goes on in further lines. */
function endOfLines(text: string, start: number, firstEnd: number): number {
  let [lineStart, end] = [start, firstEnd]
  while (end - lineStart >= SHORTEST_LINE && end - lineStart <= LONGEST_LINE) {
    const next = text.startsWith('\r\n', end) ? end + 2 : text[end] === '\n' ? end + 1 : end
    const nextEnd = endOfLine(text, next)
    if (next === end || nextEnd === next) return end
    lineStart = next
    end = nextEnd
  }
  return end
}

function endOfLine(text: string, at: number): number {
  let end = at
  while (end < text.length && isInAlphabet(text.charCodeAt(end))) end += 1
  return end
}

function endOfPadding(text: string, at: number): number {
  let end = at
  while (end < at + 2 && text[end] === '=') end += 1
  return end
}

/** Letters, digits and `+ / - _`. */
function isInAlphabet(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  )
}

/** Also behind `0x`, the `\\x` of PostgreSQL, and the letter that an escape ends with. */
const HEXADECIMAL = /^(?:0?[xX]|u)?([0-9A-Fa-f]+)$/

/** What a run stands for: a text, or the texts among other octets. */
interface Decoded {
  readonly texts: readonly string[]
  readonly isWhole: boolean
}

function decodings(run: string): Decoded {
  const digits = HEXADECIMAL.exec(run)?.[1]
  if (digits !== undefined) return decodedFrom(Buffer.from(digits.slice(0, digits.length & ~1), 'hex'))
  const letters = run.replaceAll(/\s/g, '')
  // The first characters may belong to something else.
  for (let skipped = 0; skipped < 4; skipped += 1) {
    const decoded = decodedFrom(Buffer.from(letters.slice(skipped), 'base64'))
    if (decoded.texts.length > 0) return decoded
  }
  return { texts: [], isWhole: false }
}

function decodedFrom(octets: Buffer): Decoded {
  const isWide = octets.length > 4 && octets[1] === 0 && octets[3] === 0 && octets[0] !== 0
  const text = isWide ? octets.toString('utf16le') : octets.toString('utf8')
  if ((isWide || isUtf8(octets)) && !CONTROLS.test(text)) return { texts: [text], isWhole: true }
  return { texts: octets.toString('latin1').match(ASCII_STRETCH) ?? [], isWhole: false }
}
