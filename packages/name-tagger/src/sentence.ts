import { classOf, type Lexicon, WORD_IS } from './lexicon.ts'
import { foldedAt, HASH_START, hashStep, LOOK, type Tokens } from './tokens.ts'

/** Entries before the first token and behind the last one, so that the neighbours of every token can be read. */
export const MARGIN = 3

/** What a sentence looks like before its features are made: one entry a token, between margins. */
export interface Sentence {
  count: number
  readonly words: Int32Array
  readonly looks: Int32Array
  /** What the lexicon knows. */
  readonly infos: Int32Array
  /** What that mostly makes of a word. */
  readonly groups: Int32Array
  readonly prefixes: Int32Array
  readonly suffixes2: Int32Array
  readonly suffixes3: Int32Array
  readonly suffixes4: Int32Array
  readonly lengths: Int32Array
  /** The first token of the words with capitals in a row around a token, and the one behind the last. */
  readonly runStarts: Int32Array
  readonly runEnds: Int32Array
  /** Between which signs a token stands: 1 quotes, 2 brackets. */
  readonly inside: Int32Array
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
    infos: entries(),
    groups: entries(),
    prefixes: entries(),
    suffixes2: entries(),
    suffixes3: entries(),
    suffixes4: entries(),
    lengths: entries(),
    runStarts: entries(),
    runEnds: entries(),
    inside: entries(),
    writing: 0,
  }
  for (let i = -MARGIN; i < 0; i += 1) writeOutside(sentence, i)
  return sentence
}

/** A value beyond the ends of the sentence. */
const OUTSIDE = 0x5bd1e995 | 0

function writeOutside({ words, looks, infos, groups, suffixes3 }: Sentence, i: number): void {
  const at = i + MARGIN
  words[at] = looks[at] = infos[at] = suffixes3[at] = OUTSIDE
  groups[at] = GROUP_OUTSIDE
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
    writeInfo(sentence, i, look === LOOK.punctuation || look === LOOK.lineBreak ? 0 : lexicon.infoOf(word))
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
  readRuns(sentence)
  readInside(text, tokens, from, sentence)
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

/** Words with capitals in a row are often one name: each token knows where its row begins and ends. */
function readRuns({ count, looks, runStarts, runEnds }: Sentence): void {
  for (let i = 0; i < count; ) {
    let end = i + 1
    if (hasCapital(looks[i + MARGIN] as number)) {
      while (end < count && hasCapital(looks[end + MARGIN] as number)) end += 1
    }
    for (let at = i; at < end; at += 1) {
      runStarts[at + MARGIN] = i
      runEnds[at + MARGIN] = end
    }
    i = end
  }
}

function hasCapital(look: number): boolean {
  return look === LOOK.title || look === LOOK.upper || look === LOOK.mixed || look === LOOK.single
}

function readInside(text: string, tokens: Tokens, from: number, { count, looks, inside }: Sentence): void {
  let [quoted, bracket] = [false, false]
  for (let i = 0; i < count; i += 1) {
    if (looks[i + MARGIN] === LOOK.punctuation) {
      const sign = text.charCodeAt(tokens.starts[from + i] as number)
      if (sign === 0x22) quoted = !quoted
      else if (sign === 0x201c) quoted = true
      else if (sign === 0x201d) quoted = false
      else if (sign === 0x28) bracket = true
      else if (sign === 0x29) bracket = false
    }
    inside[i + MARGIN] = (quoted ? 1 : 0) | (bracket ? 2 : 0)
  }
}

/** What a token is taken for where it stands: hidden from the words and lists of its sentence. */
interface Hidden {
  readonly word?: number
  readonly info?: number
}

/** Puts other values in the place of a token's word and what is known of it, as training does to hide them. */
export function overwrite(sentence: Sentence, i: number, { word, info }: Hidden): void {
  const at = i + MARGIN
  if (word !== undefined) sentence.words[at] = word
  if (info !== undefined) writeInfo(sentence, i, info)
}

function writeInfo({ infos, groups }: Sentence, i: number, info: number): void {
  infos[i + MARGIN] = info
  groups[i + MARGIN] = groupOf(info)
}

/** How a token of the sentence is written. */
export function lookAt({ looks }: Sentence, i: number): number {
  return looks[i + MARGIN] as number
}

/** What the lexicon knows of a token of the sentence. */
export function infoAt({ infos }: Sentence, i: number): number {
  return infos[i + MARGIN] as number
}

const GROUP_OUTSIDE = 17

/** What a word mostly is, in few groups, so that rows of them can be learnt. */
function groupOf(info: number): number {
  if ((info & WORD_IS.title) !== 0) return 1
  if ((info & WORD_IS.calendar) !== 0) return 2
  if ((info & WORD_IS.nationality) !== 0) return 3
  if ((info & WORD_IS.country) !== 0) return 4
  const common = (info & WORD_IS.common) !== 0 ? 8 : 0
  if ((info & (WORD_IS.street | WORD_IS.organization)) !== 0) return 5 + common
  const given = (info & (WORD_IS.given | WORD_IS.frequentGiven)) !== 0
  const surname = (info & (WORD_IS.surname | WORD_IS.frequentSurname | WORD_IS.knownPerson)) !== 0
  const place = (info & (WORD_IS.place | WORD_IS.largePlace | WORD_IS.knownPlace)) !== 0
  if (given && (info & WORD_IS.frequentGiven) !== 0) return 18 + common
  if (given) return 6 + common
  if (surname) return (place ? 7 : 20) + common
  if (place) return 22 + common
  if (common !== 0) return 16
  return (info & WORD_IS.anyName) !== 0 ? 24 : classOf(info) !== 0 ? 25 : 0
}
