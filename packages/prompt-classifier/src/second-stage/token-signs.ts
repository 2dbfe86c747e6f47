import type { FoldedText } from '@sluice/text-folding'
import { mix } from '../hash-word.ts'
import { type Lexicon, MAX_CLASS } from '../lexicon.ts'
import { KIND, type Tokens } from '../tokens.ts'

/** Rows of the table that signs are looked up in. */
export const SIGN_BITS = 16
/** The network reads so many tokens at once. */
export const MAX_TOKENS = 128
/** A token has at most so many signs. */
const MAX_SIGNS = 24
/** Longer words are read up to here. */
const MAX_WORD = 20
const MAX_PIECES = 14

/** Other numbers than those of the first stage, so that no sign of one stage is mistaken in the other by design. */
const SEED = { word: 101, three: 102, four: 103, single: 104, sign: 105, shape: 106, joint: 107, number: 108 }

/** The signs of some tokens of a text, each a row of the table. The room is used again for the next one. */
export interface TokenSigns {
  count: number
  readonly rows: Uint16Array
  /** Where the signs of each token begin; one more than there are tokens. */
  readonly starts: Uint16Array
}

export function emptySigns(): TokenSigns {
  return { count: 0, rows: new Uint16Array(MAX_TOKENS * MAX_SIGNS), starts: new Uint16Array(MAX_TOKENS + 1) }
}

/**
 * Writes what the second stage reads of the tokens from `from` to before `to`, at most `MAX_TOKENS`: the word, its
 * pieces of three and four letters, its classes by the lexicon, its capitals as they were written, and what stands
 * before it without a space. Linear.
 */
export function writeSigns(
  written: string,
  folded: FoldedText,
  tokens: Tokens,
  from: number,
  to: number,
  lexicon: Lexicon,
  room: TokenSigns,
): TokenSigns {
  const { text } = folded
  const { rows, starts } = room
  let at = 0
  let before = 0
  for (let i = from; i < to; i += 1) {
    starts[i - from] = at
    const kind = tokens.kinds[i] as number
    const [start, end] = [tokens.starts[i] as number, tokens.ends[i] as number]
    const isJoined = i > from && tokens.ends[i - 1] === start
    const shape = kind === KIND.word ? capitalsOf(written, folded, start, end) : kind + 8
    rows[at] = rowOf(mix(SEED.shape, shape))
    rows[at + 1] = rowOf(mix(mix(SEED.joint, isJoined ? before : 0), shape))
    at += 2
    before = shape + 1
    if (kind === KIND.sign) {
      before = 32 + text.charCodeAt(start)
      rows[at] = rowOf(mix(mix(SEED.sign, text.charCodeAt(start)), Math.min(3, end - start)))
      at += 1
    } else if (kind === KIND.number) {
      rows[at] = rowOf(mix(SEED.number, Math.min(6, end - start)))
      at += 1
    } else {
      at = writeWord(text, start, kind === KIND.ideograph ? end : Math.min(end, start + MAX_WORD), rows, at)
      const found = lexicon.classesOf(text, start, end, kind === KIND.ideograph)
      for (let one = 0, left = 4; found !== 0 && one < MAX_CLASS && left > 0; one += 1) {
        if ((found & (1 << one)) === 0) continue
        rows[at] = rowOf(mix(SEED.single, one))
        at += 1
        left -= 1
      }
    }
  }
  room.count = to - from
  starts[room.count] = at
  return room
}

/** The word, and its pieces of three and four letters with its ends. */
function writeWord(text: string, start: number, end: number, rows: Uint16Array, from: number): number {
  let at = from
  let word = SEED.word
  for (let place = start; place < end; place += 1) word = mix(word, text.charCodeAt(place))
  rows[at] = rowOf(mix(word, end - start))
  at += 1
  if (end - start < 2) return at
  const last = from + 1 + MAX_PIECES
  let [a, b, c] = [0, 0, 0x5e]
  for (let place = start; place <= end && at < last; place += 1) {
    const d = place === end ? 0x24 : text.charCodeAt(place)
    if (b !== 0) {
      const three = mix(mix(mix(SEED.three, b), c), d)
      rows[at] = rowOf(three)
      at += 1
      if (a !== 0 && at < last) {
        rows[at] = rowOf(mix(mix(three, SEED.four), a))
        at += 1
      }
    }
    a = b
    b = c
    c = d
  }
  return at
}

/** 1 small letters, 2 a capital first, 3 capitals alone, 4 capitals inside, 5 letters without case. */
function capitalsOf(written: string, folded: FoldedText, start: number, end: number): number {
  const from = folded.toOriginal(start)
  const to = Math.min(folded.toOriginal(end), from + 40)
  let [first, capitals, smalls] = [false, 0, 0]
  for (let at = from; at < to; at += 1) {
    const code = written.charCodeAt(at)
    if (isCapital(code, written, at)) {
      capitals += 1
      if (at === from) first = true
    } else if (isSmall(code, written, at)) smalls += 1
  }
  if (capitals === 0) return smalls === 0 ? 5 : 1
  if (smalls === 0) return 3
  return first && capitals === 1 ? 2 : 4
}

function isCapital(code: number, text: string, at: number): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a
  const letter = text.charAt(at)
  return letter.toLowerCase() !== letter
}

function isSmall(code: number, text: string, at: number): boolean {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a
  const letter = text.charAt(at)
  return letter.toUpperCase() !== letter
}

function rowOf(hash: number): number {
  return Math.imul(hash, 0x2c1b_3c6d) >>> (32 - SIGN_BITS)
}
