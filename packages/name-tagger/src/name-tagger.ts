import { ChainRoom, computeMarginals, type Factors, factorsOf } from './chain.ts'
import { FEATURES, writeFeatures } from './features.ts'
import type { KnownSentences } from './known-sentences.ts'
import { LABELS, labelOf, NAME_KINDS, type NameKind } from './labels.ts'
import { Lexicon, WORD_IS } from './lexicon.ts'
import type { Model } from './model-file.ts'
import { withRepeatedNames } from './repeated-names.ts'
import { type PackedWeights, packedWeights, writeScores } from './scores.ts'
import { emptySentence, MAX_TOKENS, readSentence, type Sentence } from './sentence.ts'
import { sentenceEnd } from './sentences.ts'
import { mayHoldName, nextCandidate, stretchEnd, stretchStart } from './stretches.ts'
import type { TaggedName } from './tagged-name.ts'
import { emptyTokens, LOOK, type Tokens, tokenize } from './tokens.ts'

/** Less probable tokens begin or continue no name. */
const LEAST = 0.2
const PERSON = NAME_KINDS.indexOf('person')

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

  /**
   * Every name of the text, in order and disjoint.
   *
   * @param known what its sentences have shown before. It changes no name, and takes in what is read now.
   */
  tag(text: string, known?: KnownSentences): readonly TaggedName[] {
    this.#tokens = tokenize(text, 0, text.length, this.#tokens)
    const tokens = this.#tokens
    const names: TaggedName[] = []
    for (let from = 0; from < tokens.count; ) {
      const to = sentenceEnd(text, tokens, from)
      if (mayHoldName(tokens, from, to, this.#lexicon)) {
        if (known === undefined) this.#tagSentence(text, from, to, names)
        else this.#tagOrRecall(text, from, to, names, known)
      }
      from = to
    }
    return withRepeatedNames(names, tokens, this.#lexicon)
  }

  #tagOrRecall(text: string, from: number, to: number, names: TaggedName[], known: KnownSentences): void {
    const start = this.#tokens.starts[from] as number
    const sentence = text.slice(start, this.#tokens.ends[to - 1])
    const before = known.find(sentence)
    if (before !== undefined) {
      for (const name of before) names.push(moved(name, start))
      return
    }
    const first = names.length
    this.#tagSentence(text, from, to, names)
    known.remember(
      sentence,
      names.slice(first).map((name) => moved(name, -start)),
    )
  }

  /** Reads the tokens around those that can be a name; the others are none, and most sentences have few. */
  #tagSentence(text: string, from: number, to: number, names: TaggedName[]): void {
    const sentence = this.#sentence
    readSentence(text, this.#tokens, from, to, this.#lexicon, sentence)
    for (let i = 0; i < sentence.count; ) {
      const candidate = nextCandidate(sentence, i)
      if (candidate === -1) return
      const begin = stretchStart(i, candidate)
      const end = stretchEnd(sentence, candidate)
      for (let token = begin; token < end; token += 1) {
        writeFeatures(sentence, token, this.#features)
        writeScores(this.#features, this.#weights, this.#scale, this.#room.scores, (token - begin) * LABELS)
      }
      computeMarginals(end - begin, this.#room, this.#factors)
      this.#addNames(text, from + begin, end - begin, names)
      i = end
    }
  }

  /** Tokens of one kind in a row are one name, until a token begins another. */
  #addNames(text: string, from: number, count: number, names: TaggedName[]): void {
    let open = -1
    let begin = 0
    let sum = 0
    for (let i = 0; i <= count; i += 1) {
      const kind = i < count ? this.#kindOf(i) : -1
      const goesOn =
        kind === open && kind !== -1 && (!this.#begins(i, kind) || this.#isBehindName(text, from + i, kind))
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

  /** `Kenji Morita`: hardly any text names two persons with a space alone between them. */
  #isBehindName(text: string, i: number, kind: number): boolean {
    const { starts, ends, looks } = this.#tokens
    const start = starts[i] as number
    const isJoined = start - (ends[i - 1] as number) === 1 && text.charCodeAt(start - 1) === 0x20
    return kind === PERSON && isJoined && looks[i - 1] === LOOK.title && looks[i] === LOOK.title
  }

  /** Adds a name without the signs, the line breaks and the ordinary words in small letters at its ends. */
  #addName(text: string, from: number, to: number, kind: NameKind, score: number, names: TaggedName[]): void {
    const { looks, starts, ends } = this.#tokens
    let [first, behind] = [from, to]
    const isOutside = (i: number) => isSign(looks[i]) || (kind !== 'address' && this.#isOrdinary(i))
    while (first < behind && isOutside(first)) first += 1
    while (behind > first && isOutside(behind - 1) && !isAbbreviation(text, this.#tokens, behind - 1)) behind -= 1
    if (first < behind) names.push({ kind, start: starts[first] as number, end: ends[behind - 1] as number, score })
  }

  /** `the reservoir`, `western bands` */
  #isOrdinary(i: number): boolean {
    const { looks, words } = this.#tokens
    if (looks[i] !== LOOK.lower) return false
    const info = this.#lexicon.infoOf(words[i] as number)
    return (info & WORD_IS.common) !== 0 && (info & NAMED) === 0
  }
}

function moved(name: TaggedName, by: number): TaggedName {
  return { ...name, start: name.start + by, end: name.end + by }
}

/** Whoever is called so may be written in small letters: `will`, `paris`. */
const NAMED = WORD_IS.frequentGiven | WORD_IS.frequentSurname | WORD_IS.largePlace | WORD_IS.country

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
