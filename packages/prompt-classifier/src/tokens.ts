import { RepeatedWords } from './repeated-words.ts'

/** What a token is made of. */
export const KIND = { word: 1, number: 2, sign: 3, ideograph: 4 } as const

/** The tokens of a folded text. The room is used again for the next one. */
export interface Tokens {
  count: number
  /** Places in the folded text, in UTF-16 code units; an end is behind the last. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
}

/** Room for so many tokens. */
export function emptyTokens(size: number): Tokens {
  return { count: 0, starts: new Int32Array(size), ends: new Int32Array(size), kinds: new Uint8Array(size) }
}

/** A run of the same sign is one token up to this length. */
const MAX_RUN = 8

const repeated = new RepeatedWords()

/** By code unit; 0 where it has not been found out yet. */
const classes = new Uint8Array(0x1_0000)
const SPACE = 5

/**
 * Parts a folded text into words, numbers, runs of one sign, and single characters of scripts that put no space
 * between words. Words that were said shortly before, three in a row, are left out. Linear. Gives larger room where
 * the one that was given is too small.
 */
export function tokenize(text: string, room: Tokens): Tokens {
  const tokens = text.length <= room.starts.length ? room : emptyTokens(text.length * 2)
  const { starts, ends, kinds } = tokens
  let count = 0
  repeated.begin()
  let wasRepeated = false
  /** The last word, and how often it was said in a row. */
  let [last, run] = [0, 0]
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = classes[code] || classOf(code)
    if (kind === SPACE) {
      at += 1
      continue
    }
    const start = at
    at += 1
    if (kind === KIND.word) at = wordEnd(text, at)
    else if (kind === KIND.number) while (at < text.length && isKind(text.charCodeAt(at), KIND.number)) at += 1
    else if (kind === KIND.sign) while (at - start < MAX_RUN && text.charCodeAt(at) === code) at += 1
    if (kind === KIND.word) {
      const word = hashOf(text, start, at)
      run = word === last ? run + 1 : 1
      last = word
      wasRepeated = repeated.take(word) || run >= 3
      // Of a word that is said three times in a row, one is left.
      if (run === 3 && count > 0) count -= 1
    } else {
      last = 0
      if (kind !== KIND.sign) {
        repeated.interrupt()
        wasRepeated = false
      }
    }
    // A sign behind what is left out is left out as well.
    if (wasRepeated) continue
    starts[count] = start
    ends[count] = at
    kinds[count] = kind
    count += 1
  }
  tokens.count = count
  return tokens
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c_9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return hash
}

/** An apostrophe between letters belongs to its word. */
function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isKind(code, KIND.word) || (code === 0x27 && isKind(text.charCodeAt(at + 1), KIND.word))) at += 1
    else break
  }
  return at
}

function isKind(code: number, kind: number): boolean {
  return (classes[code] || classOf(code)) === kind
}

function classOf(code: number): number {
  if (Number.isNaN(code)) return SPACE
  const found = findClass(String.fromCharCode(code))
  classes[code] = found
  return found
}

function findClass(character: string): number {
  if (/\s/.test(character)) return SPACE
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u.test(character)) return KIND.ideograph
  if (/[\p{L}\p{M}]/u.test(character)) return KIND.word
  return /\p{N}/u.test(character) ? KIND.number : KIND.sign
}
