import type { Lexicon } from './lexicon.ts'
import { foldedAt, HASH_START, hashStep, LOOK, type Tokens } from './tokens.ts'

/** How many features describe a token. */
export const FEATURES = 34

/** What a sentence looks like before its features are made: one entry a token. */
export interface Sentence {
  count: number
  readonly words: Int32Array
  readonly looks: Uint8Array
  /** Flags of the lexicon. */
  readonly flags: Uint16Array
  readonly prefixes: Int32Array
  readonly suffixes2: Int32Array
  readonly suffixes3: Int32Array
  readonly suffixes4: Int32Array
  readonly lengths: Uint8Array
  /** Whether no token, or every token, is in capitals: then capitals say nothing. */
  writing: number
}

/** The longest sentence that is read at once, in tokens. A longer one is cut. */
export const MAX_TOKENS = 160

/** Room for one sentence. */
export function emptySentence(): Sentence {
  return {
    count: 0,
    words: new Int32Array(MAX_TOKENS),
    looks: new Uint8Array(MAX_TOKENS),
    flags: new Uint16Array(MAX_TOKENS),
    prefixes: new Int32Array(MAX_TOKENS),
    suffixes2: new Int32Array(MAX_TOKENS),
    suffixes3: new Int32Array(MAX_TOKENS),
    suffixes4: new Int32Array(MAX_TOKENS),
    lengths: new Uint8Array(MAX_TOKENS),
    writing: 0,
  }
}

const WRITING = { usual: 0, small: 1, capitals: 2 }

/** Fills the sentence with the tokens `from` to `to` of a text. */
export function readSentence(
  text: string,
  tokens: Tokens,
  from: number,
  to: number,
  lexicon: Lexicon,
  sentence: Sentence,
): void {
  const count = Math.min(MAX_TOKENS, to - from)
  sentence.count = count
  let [small, capital] = [0, 0]
  for (let i = 0; i < count; i += 1) {
    const token = from + i
    const look = tokens.looks[token] as number
    const word = tokens.words[token] as number
    sentence.words[i] = word
    sentence.looks[i] = look
    sentence.flags[i] = look === LOOK.punctuation || look === LOOK.lineBreak ? 0 : lexicon.flagsOf(word)
    readAffixes(text, tokens.starts[token] as number, tokens.ends[token] as number, i, sentence)
    if (look === LOOK.lower) small += 1
    else if (look === LOOK.upper) capital += 1
    else if (look === LOOK.title || look === LOOK.mixed) {
      small += 1_000
      capital -= 2
    }
  }
  sentence.writing =
    small < 1_000 && capital === 0 ? WRITING.small : capital > 2 && small < capital ? WRITING.capitals : WRITING.usual
}

function readAffixes(text: string, start: number, end: number, i: number, sentence: Sentence): void {
  const length = end - start
  sentence.lengths[i] = Math.min(length, 12)
  let prefix = HASH_START
  for (let at = start; at < end && at < start + 3; at += 1) prefix = hashStep(prefix, foldedAt(text, at))
  sentence.prefixes[i] = prefix
  let suffix = HASH_START
  for (let back = 1; back <= 4; back += 1) {
    suffix = hashStep(suffix, back <= length ? foldedAt(text, end - back) : 0)
    if (back === 2) sentence.suffixes2[i] = suffix
    else if (back === 3) sentence.suffixes3[i] = suffix
  }
  sentence.suffixes4[i] = suffix
}

/** A value beyond the ends of the sentence. */
const OUTSIDE = 0x5bd1e995 | 0

function at(values: Int32Array | Uint8Array | Uint16Array, i: number, count: number): number {
  return i < 0 || i >= count ? OUTSIDE : (values[i] as number)
}

function hash1(kind: number, one: number): number {
  let hash = Math.imul(one ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}

function hash2(kind: number, one: number, two: number): number {
  return hash1(kind, Math.imul(one, 0x01000193) ^ Math.imul(two, 0x27d4eb2f) ^ (two >>> 7))
}

function hash3(kind: number, one: number, two: number, three: number): number {
  return hash2(kind, Math.imul(one, 0x165667b1) ^ two, three)
}

/** Writes the hashes of the features of one token. */
export function writeFeatures(sentence: Sentence, i: number, out: Int32Array): void {
  const { count, words, looks, flags } = sentence
  const [w, wP, wN] = [words[i] as number, at(words, i - 1, count), at(words, i + 1, count)]
  const [wP2, wN2] = [at(words, i - 2, count), at(words, i + 2, count)]
  const [l, lP, lN] = [looks[i] as number, at(looks, i - 1, count), at(looks, i + 1, count)]
  const [f, fP, fN] = [flags[i] as number, at(flags, i - 1, count), at(flags, i + 1, count)]
  const [lP2, lN2, fN2] = [at(looks, i - 2, count), at(looks, i + 2, count), at(flags, i + 2, count)]
  const first = i === 0 || lP === LOOK.lineBreak ? 1 : 0
  const style = (l << 4) | (sentence.writing << 1) | first
  out[0] = hash1(1, w)
  out[1] = hash2(2, w, style)
  out[2] = hash1(3, wP)
  out[3] = hash1(4, wN)
  out[4] = hash1(5, wP2)
  out[5] = hash1(6, wN2)
  out[6] = hash2(7, wP, style)
  out[7] = hash2(8, wN, style)
  out[8] = hash3(9, wP2, wP, l)
  out[9] = hash3(10, wN, wN2, l)
  out[10] = hash3(11, wP, wN, l)
  out[11] = hash2(12, sentence.prefixes[i] as number, l)
  out[12] = hash2(13, sentence.suffixes2[i] as number, l)
  out[13] = hash2(14, sentence.suffixes3[i] as number, l)
  out[14] = hash2(15, sentence.suffixes4[i] as number, l)
  out[15] = hash1(16, style)
  out[16] = hash3(17, lP, style, lN)
  out[17] = hash3(18, hash2(0, lP2, lP), style, hash2(0, lN, lN2))
  out[18] = hash2(19, f, style)
  out[19] = hash3(20, fP, f, l)
  out[20] = hash3(21, f, fN, l)
  out[21] = hash3(22, fP, f, fN)
  out[22] = hash3(23, wP, f, l)
  out[23] = hash3(24, wN, f, l)
  out[24] = hash3(25, hash2(0, f, fN), fN2, hash2(0, l, lN))
  out[25] = hash2(26, sentence.lengths[i] as number, style)
  out[26] = hash3(27, wP2, f, l)
  out[27] = hash3(28, wN2, f, l)
  out[28] = hash3(29, hash2(0, fP, lP), hash2(0, f, style), hash2(0, fN, lN))
  out[29] = hash2(30, w, wP)
  out[30] = hash2(31, w, wN)
  out[31] = hash3(32, at(sentence.suffixes3, i - 1, count), l, lP)
  out[32] = hash3(33, at(sentence.suffixes3, i + 1, count), l, lN)
  out[33] = hash3(34, at(words, i - 3, count), wP2, l)
}
