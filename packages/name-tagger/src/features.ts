import type { Lexicon } from './lexicon.ts'
import { foldedAt, HASH_START, hashStep, LOOK, type Tokens } from './tokens.ts'

/** How many features describe a token. */
export const FEATURES = 34

/** Entries before the first token and behind the last one, so that the neighbours of every token can be read. */
const MARGIN = 3

/** What a sentence looks like before its features are made: one entry a token, between margins. */
export interface Sentence {
  count: number
  readonly words: Int32Array
  readonly looks: Int32Array
  /** Flags of the lexicon. */
  readonly flags: Int32Array
  readonly prefixes: Int32Array
  readonly suffixes2: Int32Array
  readonly suffixes3: Int32Array
  readonly suffixes4: Int32Array
  readonly lengths: Int32Array
  /** Whether no token, or every token, is in capitals: then capitals say nothing. */
  writing: number
}

/** The longest sentence that is read at once, in tokens. A longer one is cut. */
export const MAX_TOKENS = 160

/** Room for one sentence. */
export function emptySentence(): Sentence {
  const entries = () => new Int32Array(MAX_TOKENS + 2 * MARGIN)
  const sentence = {
    count: 0,
    words: entries(),
    looks: entries(),
    flags: entries(),
    prefixes: entries(),
    suffixes2: entries(),
    suffixes3: entries(),
    suffixes4: entries(),
    lengths: entries(),
    writing: 0,
  }
  for (let i = -MARGIN; i < 0; i += 1) writeOutside(sentence, i)
  return sentence
}

/** A value beyond the ends of the sentence. */
const OUTSIDE = 0x5bd1e995 | 0

function writeOutside({ words, looks, flags, suffixes3 }: Sentence, i: number): void {
  for (const values of [words, looks, flags, suffixes3]) values[i + MARGIN] = OUTSIDE
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
    sentence.words[i + MARGIN] = word
    sentence.looks[i + MARGIN] = look
    sentence.flags[i + MARGIN] = look === LOOK.punctuation || look === LOOK.lineBreak ? 0 : lexicon.flagsOf(word)
    readAffixes(text, tokens.starts[token] as number, tokens.ends[token] as number, i + MARGIN, sentence)
    if (look === LOOK.lower) small += 1
    else if (look === LOOK.upper) capital += 1
    else if (look === LOOK.title || look === LOOK.mixed) {
      small += 1_000
      capital -= 2
    }
  }
  for (let i = count; i < count + MARGIN; i += 1) writeOutside(sentence, i)
  sentence.writing =
    small < 1_000 && capital === 0 ? WRITING.small : capital > 2 && small < capital ? WRITING.capitals : WRITING.usual
}

function readAffixes(text: string, start: number, end: number, at: number, sentence: Sentence): void {
  const length = end - start
  sentence.lengths[at] = Math.min(length, 12)
  let prefix = HASH_START
  for (let i = start; i < end && i < start + 3; i += 1) prefix = hashStep(prefix, foldedAt(text, i))
  sentence.prefixes[at] = prefix
  let suffix = HASH_START
  for (let back = 1; back <= 4; back += 1) {
    suffix = hashStep(suffix, back <= length ? foldedAt(text, end - back) : 0)
    if (back === 2) sentence.suffixes2[at] = suffix
    else if (back === 3) sentence.suffixes3[at] = suffix
  }
  sentence.suffixes4[at] = suffix
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

/** What a token is taken for where it stands: hidden from the words and lists of its sentence. */
interface Hidden {
  readonly word?: number
  readonly flags?: number
}

/** Puts other values in the place of a token's word and flags, as training does to hide them. */
export function overwrite(sentence: Sentence, i: number, { word, flags }: Hidden): void {
  const at = i + MARGIN
  if (word !== undefined) sentence.words[at] = word
  if (flags !== undefined) sentence.flags[at] = flags
}

/** How a token of the sentence is written. */
export function lookAt({ looks }: Sentence, i: number): number {
  return looks[i + MARGIN] as number
}

/** What the lexicon says of a token of the sentence. */
export function flagsAt({ flags }: Sentence, i: number): number {
  return flags[i + MARGIN] as number
}

/** Writes the hashes of the features of one token. */
export function writeFeatures(sentence: Sentence, i: number, out: Int32Array): void {
  const { words, looks, flags, suffixes3 } = sentence
  const at = i + MARGIN
  const w = words[at] as number
  const wP = words[at - 1] as number
  const wN = words[at + 1] as number
  const wP2 = words[at - 2] as number
  const wN2 = words[at + 2] as number
  const l = looks[at] as number
  const lP = looks[at - 1] as number
  const lN = looks[at + 1] as number
  const f = flags[at] as number
  const fP = flags[at - 1] as number
  const fN = flags[at + 1] as number
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
  out[11] = hash2(12, sentence.prefixes[at] as number, l)
  out[12] = hash2(13, sentence.suffixes2[at] as number, l)
  out[13] = hash2(14, suffixes3[at] as number, l)
  out[14] = hash2(15, sentence.suffixes4[at] as number, l)
  out[15] = hash1(16, style)
  out[16] = hash3(17, lP, style, lN)
  out[17] = hash3(18, hash2(0, looks[at - 2] as number, lP), style, hash2(0, lN, looks[at + 2] as number))
  out[18] = hash2(19, f, style)
  out[19] = hash3(20, fP, f, l)
  out[20] = hash3(21, f, fN, l)
  out[21] = hash3(22, fP, f, fN)
  out[22] = hash3(23, wP, f, l)
  out[23] = hash3(24, wN, f, l)
  out[24] = hash3(25, hash2(0, f, fN), flags[at + 2] as number, hash2(0, l, lN))
  out[25] = hash2(26, sentence.lengths[at] as number, style)
  out[26] = hash3(27, wP2, f, l)
  out[27] = hash3(28, wN2, f, l)
  out[28] = hash3(29, hash2(0, fP, lP), hash2(0, f, style), hash2(0, fN, lN))
  out[29] = hash2(30, w, wP)
  out[30] = hash2(31, w, wN)
  out[31] = hash3(32, suffixes3[at - 1] as number, l, lP)
  out[32] = hash3(33, suffixes3[at + 1] as number, l, lN)
  out[33] = hash3(34, words[at - 3] as number, wP2, l)
}
