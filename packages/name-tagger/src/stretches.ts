import { type Lexicon, WORD_IS } from './lexicon.ts'
import { infoAt, lookAt, type Sentence } from './sentence.ts'
import { LOOK, type Tokens } from './tokens.ts'

/** How many tokens before and behind a candidate are read with it. */
const REACH_BEFORE = 2
const REACH_BEHIND = 3

const NAME_FLAGS =
  WORD_IS.given | WORD_IS.surname | WORD_IS.place | WORD_IS.largePlace | WORD_IS.country | WORD_IS.title
/** What makes a word in small letters one that may be a name, where it is no common word. */
const LOWER_NAMES = WORD_IS.given | WORD_IS.largePlace | WORD_IS.country | WORD_IS.title

/** Whether the lexicon or a capital says that a sentence may hold a name: without it nothing of it is read. */
export function mayHoldName({ looks, words }: Tokens, from: number, to: number, lexicon: Lexicon): boolean {
  for (let i = from; i < to; i += 1) {
    const look = looks[i] as number
    if (look === LOOK.punctuation || look === LOOK.lineBreak || look === LOOK.number) continue
    if (isCandidate(look, lexicon.infoOf(words[i] as number), i === from)) return true
  }
  return false
}

/** The next token that can be a name by itself, or -1. */
export function nextCandidate(sentence: Sentence, from: number): number {
  for (let i = from; i < sentence.count; i += 1) {
    if (isCandidate(lookAt(sentence, i), infoAt(sentence, i), i === 0)) return i
  }
  return -1
}

/** Where the tokens begin that are read with a candidate. */
export function stretchStart(from: number, candidate: number): number {
  return Math.max(from, candidate - REACH_BEFORE)
}

/** Where the tokens end that are read with a candidate: behind the last one that is near the one before. */
export function stretchEnd(sentence: Sentence, candidate: number): number {
  const { count } = sentence
  let last = candidate
  for (let i = candidate + 1; i < count && i <= last + REACH_BEHIND + REACH_BEFORE; i += 1) {
    if (isCandidate(lookAt(sentence, i), infoAt(sentence, i), false)) last = i
  }
  return Math.min(count, last + 1 + REACH_BEHIND)
}

/** Whether a token can be a name by itself: one with a capital, or one of a list of names. */
function isCandidate(look: number, info: number, isFirst: boolean): boolean {
  if (look === LOOK.punctuation || look === LOOK.lineBreak || look === LOOK.number) return false
  const isCommon = (info & WORD_IS.common) !== 0
  if (look === LOOK.lower || look === LOOK.single) return !isCommon && (info & LOWER_NAMES) !== 0
  return look !== LOOK.title || !isCommon || !isFirst || (info & NAME_FLAGS) !== 0
}
