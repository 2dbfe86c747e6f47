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

/** The capital with which a type begins, by the code of that letter or its small form. */
const BEGINNINGS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = letterOf(code)
  return letter > 0 && mayBegin(letter, 0) ? letter : 0
})

/**
 * Makes a hold-back for one text. It keeps the longest end of the text that is the beginning of a possible token, exact
 * or altered, so at most `MAX_HELD_LENGTH` UTF-16 code units, and passes everything else on at once. The released texts
 * together are the text that it was given, and the tokens are those of the whole text, however it was cut. Linear.
 */
export function createHoldBack(): HoldBack {
  let held = ''
  let lead = ''
  return {
    push(piece) {
      if (piece === '') return NOTHING
      const text = held === '' ? piece : held + piece
      const found: WrittenToken[] = []
      const cut = scan(text, lead, found)
      const released = cut === text.length ? text : text.slice(0, cut)
      held = cut === text.length ? '' : text.slice(cut)
      lead = endOf(lead, released, cut)
      return { text: released, tokens: found.length === 0 ? NO_TOKENS : found }
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
    const first = code < 128 ? (BEGINNINGS[code] ?? 0) : wideBeginning(code)
    if (first === 0 || (code >= 0x61 && code <= 0x7a && !beginsWord(text, at, lead))) continue
    if (at + 1 < text.length && !mayBegin(first, letterOf(text.charCodeAt(at + 1)))) continue
    const read = readToken(text, at, endOf(lead, text, at))
    if (read === 'more') return at
    if (read === 'none') continue
    found.push(read)
    at = read.end - 1
  }
  return text.length
}

function wideBeginning(code: number): number {
  const letter = letterOf(code)
  return letter > 0 ? (BEGINNINGS[letter] ?? 0) : 0
}

/** The last code units of `lead` and of what stands before `end` in a text. */
function endOf(lead: string, text: string, end: number): string {
  if (end >= LEAD_LENGTH) return text.slice(end - LEAD_LENGTH, end)
  return end === 0 ? lead : (lead + text.slice(0, end)).slice(-LEAD_LENGTH)
}

const WORD_END = /[A-Za-z0-9]$/
/** A letter that is a part of one of JSON's escapes, or stands behind one. */
const WITHIN_ESCAPE = /\\$/
const BEHIND_ESCAPE = /\\[bfnrt]$/
const ESCAPES = /[bfnrtu]/

/** Whether a small letter stands at the beginning of a word. */
function beginsWord(text: string, at: number, lead: string): boolean {
  const before = at > 0 ? text.charCodeAt(at - 1) : lead.charCodeAt(lead.length - 1)
  // Nearly every letter stands behind a letter or a space.
  if (before === 0x20) return true
  if (before >= 0x61 && before <= 0x7a && !'bfnrt'.includes(String.fromCharCode(before))) return false
  const end = endOf(lead, text, at)
  if (WITHIN_ESCAPE.test(end)) return !ESCAPES.test(text.charAt(at))
  return !WORD_END.test(end) || BEHIND_ESCAPE.test(end)
}
