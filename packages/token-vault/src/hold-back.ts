import { MAX_WRITTEN_LENGTH, mayBegin, readToken, type WrittenToken } from './read-token.ts'
import { letterOf } from './token-characters.ts'

/** Text that may leave, with the whole tokens in it. */
export interface Released {
  readonly text: string
  readonly tokens: readonly WrittenToken[]
}

/** Cuts a text that arrives in pieces so that no token is ever cut. */
export interface HoldBack {
  /** Adds the next piece and returns what may leave now. */
  push(piece: string): Released
  /** Returns the rest, which can no longer become a token, and empties the hold-back. */
  flush(): Released
}

/** The longest end of a text that is held back, in UTF-16 code units. */
export const MAX_HELD_LENGTH = MAX_WRITTEN_LENGTH - 1

const NO_TOKENS: readonly WrittenToken[] = []
const NOTHING: Released = { text: '', tokens: NO_TOKENS }

/** How much of what has left still says how the next letter is read. */
const LEAD_LENGTH = 3

/** 1 for each letter with which a type begins, also where it is small. */
const BEGINNINGS = Uint8Array.from({ length: 128 }, (_, code) => (mayBegin(letterOf(code), 0) ? 1 : 0))

/** 1 for each such letter times 128 and the ASCII character behind it, where a token may go on with that. */
const PAIRS = Uint8Array.from({ length: 128 * 128 }, (_, pair) =>
  mayBegin(letterOf(pair >> 7), letterOf(pair & 127)) ? 1 : 0,
)

/**
 * Makes a hold-back for one text. It keeps the longest end of the text that is the beginning of a possible token, exact
 * or altered, so at most `MAX_HELD_LENGTH` UTF-16 code units, and passes everything else on at once. The released texts
 * together are the text that it was given, and the tokens are those of the whole text, however it was cut. Linear.
 */
export function createHoldBack(): HoldBack {
  let held = ''
  let lead = ''
  let found: WrittenToken[] = []
  return {
    push(piece) {
      if (piece === '') return NOTHING
      const text = held === '' ? piece : held + piece
      const cut = scan(text, lead, found)
      const isWhole = cut === text.length
      const released = isWhole ? text : text.slice(0, cut)
      held = isWhole ? '' : text.slice(cut)
      // Most pieces have no token: they share one list, and what has left is not cut before it is asked for.
      lead = cut < LEAD_LENGTH ? endOf(lead, released, cut) : released
      if (found.length === 0) return { text: released, tokens: NO_TOKENS }
      const tokens = found
      found = []
      return { text: released, tokens }
    },
    flush() {
      const text = held
      held = ''
      lead = endOf(lead, text, text.length)
      return text === '' ? NOTHING : { text, tokens: NO_TOKENS }
    },
  }
}

/**
 * Finds every token of a text, exact or altered, left to right, without overlaps. Linear in its length.
 *
 * A small letter begins a token only where a word begins. A capital does so anywhere: models glue letters to tokens.
 */
export function findWrittenTokens(text: string): readonly WrittenToken[] {
  const found: WrittenToken[] = []
  scan(text, '', found)
  return found
}

/** Adds the tokens of a text to `found`, and returns where an unfinished one begins, or the text's length. */
function scan(text: string, lead: string, found: WrittenToken[]): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (!(code < 128 ? BEGINNINGS[code] === 1 : mayBegin(letterOf(code), 0))) continue
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
    if (code < 128 && next > 0 && next < 128 && PAIRS[code * 128 + next] === 0) continue
    if (code >= 0x61 && code <= 0x7a && !beginsWord(text, at, lead)) continue
    const read = readToken(text, at, endOf(lead, text, at))
    if (read === 'more') return at
    if (read === 'none') continue
    found.push(read)
    at = read.end - 1
  }
  return text.length
}

/** The last code units of `lead` and of what stands before `end` in a text. */
function endOf(lead: string, text: string, end: number): string {
  if (end >= LEAD_LENGTH) return text.slice(end - LEAD_LENGTH, end)
  return (lead.slice(-LEAD_LENGTH) + text.slice(0, end)).slice(-LEAD_LENGTH)
}

const BACKSLASH = 0x5c

/** Whether a small letter stands at the beginning of a word: behind an escape of JSON, but never within one. */
function beginsWord(text: string, at: number, lead: string): boolean {
  const before = codeBefore(text, at, lead)
  if (before === BACKSLASH) return !'bfnrtu'.includes(text.charAt(at))
  if (!isWordUnit(before)) return true
  return codeBefore(text, at - 1, lead) === BACKSLASH && 'bfnrt'.includes(String.fromCharCode(before))
}

function codeBefore(text: string, at: number, lead: string): number {
  return at > 0 ? text.charCodeAt(at - 1) : lead.charCodeAt(lead.length - 1 + at)
}

function isWordUnit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
}
