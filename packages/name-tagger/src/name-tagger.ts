import { ChainRoom, computeMarginals, type Factors, factorsOf } from './chain.ts'
import {
  emptySentence,
  FEATURES,
  flagsAt,
  lookAt,
  MAX_TOKENS,
  readSentence,
  type Sentence,
  writeFeatures,
} from './features.ts'
import { LABELS, labelOf, NAME_KINDS, type NameKind } from './labels.ts'
import { Lexicon, WORD_IS } from './lexicon.ts'
import type { Model } from './model-file.ts'
import { withRepeatedNames } from './repeated-names.ts'
import { type PackedWeights, packedWeights, writeScores } from './scores.ts'
import { sentenceEnd } from './sentences.ts'
import type { TaggedName } from './tagged-name.ts'
import { emptyTokens, LOOK, type Tokens, tokenize } from './tokens.ts'

/** Less probable tokens begin or continue no name. */
const LEAST = 0.2

/**
 * Finds names of persons, places, organizations and street addresses: a linear-chain conditional random field over
 * hashed features (Lafferty et al., 2001; Weinberger et al., 2009). Linear in the length of the text. One text at a
 * time: it reuses its room.
 */
export class NameTagger {
  readonly #lexicon: Lexicon
  readonly #weights: PackedWeights
  readonly #scale: number
  readonly #factors: Factors
  readonly #sentence: Sentence = emptySentence()
  readonly #features = new Int32Array(FEATURES)
  readonly #room = new ChainRoom(MAX_TOKENS)
  #tokens: Tokens = emptyTokens(512)

  constructor(model: Model) {
    this.#lexicon = new Lexicon(model.lexicon)
    this.#weights = packedWeights(model.weights)
    this.#scale = model.scale
    this.#factors = factorsOf(model.transitions)
  }

  /** Every name of the text, in order and disjoint. */
  tag(text: string): readonly TaggedName[] {
    this.#tokens = tokenize(text, 0, text.length, this.#tokens)
    const tokens = this.#tokens
    const names: TaggedName[] = []
    for (let from = 0; from < tokens.count; ) {
      const to = sentenceEnd(text, tokens, from)
      this.#tagSentence(text, from, to, names)
      from = to
    }
    return withRepeatedNames(names, tokens, this.#lexicon)
  }

  /** Reads the tokens around those that can be a name; the others are none, and most sentences have few. */
  #tagSentence(text: string, from: number, to: number, names: TaggedName[]): void {
    const sentence = this.#sentence
    if (!this.#hasCapitalOrName(from, to)) return
    readSentence(text, this.#tokens, from, to, this.#lexicon, sentence)
    for (let i = 0; i < sentence.count; ) {
      const candidate = this.#nextCandidate(i)
      if (candidate === -1) return
      const begin = Math.max(i, candidate - REACH_BEFORE)
      const end = this.#stretchEnd(candidate)
      for (let token = begin; token < end; token += 1) {
        writeFeatures(sentence, token, this.#features)
        writeScores(this.#features, this.#weights, this.#scale, this.#room.scores, (token - begin) * LABELS)
      }
      computeMarginals(end - begin, this.#room, this.#factors)
      this.#addNames(text, from + begin, end - begin, names)
      i = end
    }
  }

  /** Whether the lexicon or a capital says that a sentence may hold a name: without it nothing of it is read. */
  #hasCapitalOrName(from: number, to: number): boolean {
    const { looks, words } = this.#tokens
    for (let i = from; i < to; i += 1) {
      const look = looks[i] as number
      if (look === LOOK.punctuation || look === LOOK.lineBreak || look === LOOK.number) continue
      if (isCandidate(look, this.#lexicon.flagsOf(words[i] as number), i === from)) return true
    }
    return false
  }

  #nextCandidate(from: number): number {
    const sentence = this.#sentence
    for (let i = from; i < sentence.count; i += 1) {
      if (isCandidate(lookAt(sentence, i), flagsAt(sentence, i), i === 0)) return i
    }
    return -1
  }

  /** Where the tokens end that are read with a candidate: behind the last one that is near the one before. */
  #stretchEnd(candidate: number): number {
    const sentence = this.#sentence
    const { count } = sentence
    let last = candidate
    for (let i = candidate + 1; i < count && i <= last + REACH_BEHIND + REACH_BEFORE; i += 1) {
      if (isCandidate(lookAt(sentence, i), flagsAt(sentence, i), false)) last = i
    }
    return Math.min(count, last + 1 + REACH_BEHIND)
  }

  /** Tokens of one kind in a row are one name, until a token begins another. */
  #addNames(text: string, from: number, count: number, names: TaggedName[]): void {
    let open = -1
    let begin = 0
    let sum = 0
    for (let i = 0; i <= count; i += 1) {
      const kind = i < count ? this.#kindOf(i) : -1
      const goesOn = kind === open && kind !== -1 && !this.#begins(i, kind)
      if (open !== -1 && !goesOn) {
        this.#addName(text, from + begin, from + i, NAME_KINDS[open] as NameKind, sum / (i - begin), names)
      }
      if (!goesOn) {
        open = kind
        begin = i
        sum = 0
      }
      if (kind !== -1) sum += this.#probabilityOf(i, kind)
    }
  }

  #kindOf(i: number): number {
    let best = -1
    let most = LEAST
    for (let kind = 0; kind < NAME_KINDS.length; kind += 1) {
      const probability = this.#probabilityOf(i, kind)
      if (probability > most) [best, most] = [kind, probability]
    }
    return best
  }

  #probabilityOf(i: number, kind: number): number {
    const { marginals } = this.#room
    const at = i * LABELS
    return (marginals[at + labelOf(kind, true)] as number) + (marginals[at + labelOf(kind, false)] as number)
  }

  #begins(i: number, kind: number): boolean {
    const { marginals } = this.#room
    const at = i * LABELS
    return (marginals[at + labelOf(kind, true)] as number) > (marginals[at + labelOf(kind, false)] as number)
  }

  /** Adds a name without the signs and line breaks at its ends. */
  #addName(text: string, from: number, to: number, kind: NameKind, score: number, names: TaggedName[]): void {
    const { looks, starts, ends } = this.#tokens
    let [first, behind] = [from, to]
    while (first < behind && isSign(looks[first])) first += 1
    while (behind > first && isSign(looks[behind - 1]) && !isAbbreviation(text, this.#tokens, behind - 1)) behind -= 1
    if (first < behind) names.push({ kind, start: starts[first] as number, end: ends[behind - 1] as number, score })
  }
}

/** How many tokens before and behind a candidate are read with it. */
const REACH_BEFORE = 2
const REACH_BEHIND = 3

const NAME_FLAGS =
  WORD_IS.given | WORD_IS.surname | WORD_IS.place | WORD_IS.largePlace | WORD_IS.country | WORD_IS.title
/** What makes a word in small letters one that may be a name, where it is no common word. */
const LOWER_NAMES = WORD_IS.given | WORD_IS.largePlace | WORD_IS.country | WORD_IS.title

/** Whether a token can be a name by itself: one with a capital, or one of a list of names. */
function isCandidate(look: number, flags: number, isFirst: boolean): boolean {
  if (look === LOOK.punctuation || look === LOOK.lineBreak || look === LOOK.number) return false
  const isCommon = (flags & WORD_IS.common) !== 0
  if (look === LOOK.lower || look === LOOK.single) return !isCommon && (flags & LOWER_NAMES) !== 0
  return look !== LOOK.title || !isCommon || !isFirst || (flags & NAME_FLAGS) !== 0
}

function isSign(look: number | undefined): boolean {
  return look === LOOK.punctuation || look === LOOK.lineBreak
}

/** The stop of `Smith Ltd.` belongs to the name. */
function isAbbreviation(text: string, tokens: Tokens, i: number): boolean {
  if (i === 0 || text.charCodeAt(tokens.starts[i] as number) !== 0x2e) return false
  return /^(?:Ltd|Inc|Corp|Co|Jr|Sr|LLC|Bros|Dept|St|Ave|Rd|S\.A)$/.test(
    text.slice(tokens.starts[i - 1], tokens.ends[i - 1]),
  )
}
