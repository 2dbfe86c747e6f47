import type { SlicedWork } from '../../../run/slice-queue.ts'
import { isAlphanumeric, matchesOf, type Recognizer, type Span } from '../recognizer.ts'
import { levelOf } from '../resolve-overlaps.ts'
import { scanSlice } from '../scan-text.ts'
import { MAX_VALUE_LENGTH } from '../value-length.ts'

/** Base64 of 18 bytes or more, in both alphabets of RFC 4648. */
const RUN = /[A-Za-z0-9+/_-]{24,}={0,2}/g
const SHORTEST = 24
/** What is decoded at once, and how far into the next piece a value may reach: whole groups of four characters. */
const PIECE = 8_192
const REACH = 688

/** Other text than language and data has control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/
/** Cut characters at both ends of a piece. */
const MOST_BROKEN = 4

/** Whether a text may hold something in base64. */
export function mayHoldBase64(text: string): boolean {
  // From the end of each possible run backwards: most letters need no look.
  for (let end = SHORTEST - 1; end < text.length; ) {
    let at = end
    while (end - at < SHORTEST && isBase64(text.charCodeAt(at))) at -= 1
    if (end - at === SHORTEST) return true
    end = at + SHORTEST
  }
  return false
}

function isBase64(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2b || code === 0x2d || code === 0x2f || code === 0x5f
}

/**
 * The places in base64 that hold sensitive values. A short run is one value as a whole; of a long one those groups of
 * characters are that encode the value. Linear.
 */
export function* base64Steps(text: string, recognizers: readonly Recognizer[]): SlicedWork<readonly Span[]> {
  const spans: Span[] = []
  for (const { 0: run, index } of matchesOf(text, RUN)) {
    for (let at = 0; at < run.length; at += PIECE) {
      const piece = run.slice(at, at + PIECE + REACH)
      const decoded = textIn(piece)
      if (decoded === undefined) continue
      yield decoded.length
      for (const span of scanSlice(decoded, { kind: 'prose' }, recognizers)) {
        const place = run.length <= MAX_VALUE_LENGTH ? { start: 0, end: run.length } : groupsOf(decoded, span, at)
        add(spans, { ...span, recognizer: 'base64', start: index + place.start, end: index + place.end })
      }
    }
  }
  return spans
}

function textIn(piece: string): string | undefined {
  const decoded = Buffer.from(piece, 'base64').toString('utf8')
  if (CONTROL.test(decoded)) return undefined
  return decoded.split('\uFFFD').length - 1 > MOST_BROKEN ? undefined : decoded
}

/** The groups of four characters, three bytes each, that hold a part of the value. */
function groupsOf(decoded: string, { start, end }: Span, at: number): { readonly start: number; readonly end: number } {
  const first = Buffer.byteLength(decoded.slice(0, start))
  const last = first + Buffer.byteLength(decoded.slice(start, end))
  return { start: at + Math.floor(first / 3) * 4, end: at + Math.ceil(last / 3) * 4 }
}

/** Spans stay disjoint: of two at one place the higher level tells, and the place covers both. */
function add(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last === undefined || last.end <= span.start) {
    spans.push(span)
    return
  }
  const told = levelOf(span) > levelOf(last) ? span : last
  spans[spans.length - 1] = { ...told, start: Math.min(last.start, span.start), end: Math.max(last.end, span.end) }
}

/** Escapes of escapes: `%2540` and `&amp;#64;`. The folding of texts takes one of them off. */
const TWICE = /%25(?=[0-9a-f]{2})|&amp;(?=#|[a-z]{2,8};)/gi

/** The text with one of two escapes taken off; undefined where none stands upon another. */
export function withoutOneEscape(text: string): string | undefined {
  if (!text.includes('%25') && !text.includes('&amp;') && !text.includes('&AMP;')) return undefined
  TWICE.lastIndex = 0
  if (!TWICE.test(text)) return undefined
  return text.replace(TWICE, (twice) => (twice.startsWith('%') ? '%' : '&'))
}
