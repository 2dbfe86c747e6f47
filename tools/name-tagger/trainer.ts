import {
  ChainRoom,
  computeMarginals,
  emptySentence,
  emptyTokens,
  FEATURES,
  factorsOf,
  infoAt,
  LABELS,
  Lexicon,
  labelOf,
  MAX_TOKENS,
  type Model,
  mayFollow,
  mayHoldName,
  NAME_KINDS,
  nextCandidate,
  overwrite,
  readSentence,
  sentenceEnd,
  stretchEnd,
  stretchStart,
  type Transitions,
  tokenize,
  WEIGHTED,
  WORD_IS,
  writeFeatures,
} from '@sluice/name-tagger/training'
import type { Random } from '../seeded-random/random.ts'
import type { Example } from './fill-templates.ts'

/** Rows of weights: 8 MB of them. */
const ROWS = 2 ** 20
const RATE = 0.12
/** Smaller steps change nothing and cost as much. */
const SMALLEST_GRADIENT = 2e-3
/** How fast weights fall back to 0 where no example holds them up. */
const DECAY = 2e-6
/** How often a word, or what the lexicon says of it, is hidden in training, so that the words around it count. */
const HIDDEN_WORD = 0.12
const HIDDEN_FLAGS = 0.12
/** How often another word is hidden, so that what it means and how it ends counts too. */
const HIDDEN_CONTEXT = 0.15
const NAME_FLAGS =
  WORD_IS.given |
  WORD_IS.surname |
  WORD_IS.anyName |
  WORD_IS.place |
  WORD_IS.placePart |
  WORD_IS.largePlace |
  WORD_IS.knownPerson |
  WORD_IS.knownPlace |
  WORD_IS.frequentGiven |
  WORD_IS.frequentSurname

/** Trains a linear-chain conditional random field by stochastic gradients with AdaGrad. */
export class Trainer {
  readonly #weights = new Float32Array(ROWS * WEIGHTED)
  readonly #squares = new Float32Array(ROWS * WEIGHTED).fill(0.05)
  readonly #sums = new Float32Array(ROWS * WEIGHTED)
  #rounds = 0
  readonly #transitions: Transitions = { between: new Float32Array(LABELS * LABELS), first: new Float32Array(LABELS) }
  readonly #betweenSquares = new Float32Array(LABELS * LABELS).fill(1)
  readonly #firstSquares = new Float32Array(LABELS).fill(1)
  readonly #entries: Uint32Array
  readonly #lexicon: Lexicon
  readonly #random: Random
  readonly #sentence = emptySentence()
  readonly #features = new Int32Array(MAX_TOKENS * FEATURES)
  readonly #one = new Int32Array(FEATURES)
  readonly #gold = new Uint8Array(MAX_TOKENS)
  readonly #room = new ChainRoom(MAX_TOKENS)
  #tokens = emptyTokens(4_096)

  constructor(entries: Uint32Array, random: Random) {
    this.#entries = entries
    this.#lexicon = new Lexicon(entries)
    this.#random = random
  }

  /** Learns from one text. */
  learn(example: Example): void {
    const { text } = example
    this.#tokens = tokenize(text, 0, text.length, this.#tokens)
    for (let from = 0; from < this.#tokens.count; ) {
      const to = sentenceEnd(text, this.#tokens, from)
      if (mayHoldName(this.#tokens, from, to, this.#lexicon)) this.#learnSentence(example, from, to)
      from = to
    }
  }

  /** As the tagger reads: the tokens around those that can be a name. */
  #learnSentence(example: Example, from: number, to: number): void {
    const sentence = this.#sentence
    readSentence(example.text, this.#tokens, from, to, this.#lexicon, sentence)
    this.#writeGold(example, from)
    const stretches: (readonly [begin: number, end: number])[] = []
    for (let i = 0; i < sentence.count; ) {
      const candidate = nextCandidate(sentence, i)
      if (candidate === -1) break
      const end = stretchEnd(sentence, candidate)
      stretches.push([stretchStart(i, candidate), end])
      i = end
    }
    this.#hide()
    for (const [begin, end] of stretches) this.#step(begin, end)
  }

  #writeGold({ names }: Example, from: number): void {
    const { starts, ends } = this.#tokens
    for (let i = 0; i < this.#sentence.count; i += 1) {
      const [start, end] = [starts[from + i] as number, ends[from + i] as number]
      const name = names.find((each) => each.start < end && start < each.end)
      const kind = name === undefined ? -1 : NAME_KINDS.indexOf(name.kind)
      this.#gold[i] = name === undefined ? 0 : labelOf(kind, start <= name.start)
    }
    // A name that began in the sentence before goes on without its first token.
    for (let i = 0; i < this.#sentence.count; i += 1) {
      const label = this.#gold[i] as number
      if (!mayFollow(i === 0 ? 0 : (this.#gold[i - 1] as number), label)) this.#gold[i] = label - 1
    }
  }

  #hide(): void {
    const sentence = this.#sentence
    for (let i = 0; i < sentence.count; i += 1) {
      const info = infoAt(sentence, i)
      if (this.#gold[i] === 0 && this.#random.is(HIDDEN_CONTEXT))
        overwrite(sentence, i, { word: this.#random.integer(0, 0x7fffffff) })
      if ((info & NAME_FLAGS) === 0 && this.#gold[i] === 0) continue
      if (this.#random.is(HIDDEN_WORD)) overwrite(sentence, i, { word: this.#random.integer(0, 0x7fffffff) })
      if (this.#random.is(HIDDEN_FLAGS)) overwrite(sentence, i, { info: info & ~NAME_FLAGS })
    }
  }

  #step(begin: number, end: number): void {
    const count = end - begin
    const { scores, marginals } = this.#room
    const gold = this.#gold.subarray(begin, end)
    for (let i = 0; i < count; i += 1) this.#score(begin, i, scores)
    const factors = factorsOf(this.#transitions)
    computeMarginals(count, this.#room, factors)
    for (let i = 0; i < count; i += 1) {
      for (let label = 1; label < LABELS; label += 1) {
        const expected = marginals[i * LABELS + label] as number
        const gradient = (gold[i] === label ? 1 : 0) - expected
        if (Math.abs(gradient) > SMALLEST_GRADIENT) this.#update(i, label - 1, gradient)
      }
    }
    this.#updateTransitions(factors.between, gold)
  }

  #score(begin: number, i: number, scores: Float32Array): void {
    writeFeatures(this.#sentence, begin + i, this.#one)
    const at = i * LABELS
    for (let label = 0; label < LABELS; label += 1) scores[at + label] = 0
    for (let feature = 0; feature < FEATURES; feature += 1) {
      const row = ((this.#one[feature] as number) & (ROWS - 1)) * WEIGHTED
      this.#features[i * FEATURES + feature] = row
      for (let label = 0; label < WEIGHTED; label += 1) {
        scores[at + 1 + label] = (scores[at + 1 + label] as number) + (this.#weights[row + label] as number)
      }
    }
  }

  #update(i: number, label: number, gradient: number): void {
    for (let feature = 0; feature < FEATURES; feature += 1) {
      const at = (this.#features[i * FEATURES + feature] as number) + label
      const weight = this.#weights[at] as number
      const step = gradient - DECAY * weight
      const squares = (this.#squares[at] as number) + step * step
      this.#squares[at] = squares
      this.#weights[at] = weight + (RATE * step) / Math.sqrt(squares)
    }
  }

  /** Towards the label pairs of the example, away from those that the model expects. */
  #updateTransitions(factors: Float32Array, gold: Uint8Array): void {
    const count = gold.length
    const { forward, scores, marginals } = this.#room
    for (let i = 1; i < count; i += 1) {
      for (let previous = 0; previous < LABELS; previous += 1) {
        const before = forward[(i - 1) * LABELS + previous] as number
        if (before < 1e-4 && gold[i - 1] !== previous) continue
        for (let next = 0; next < LABELS; next += 1) {
          if (!mayFollow(previous, next)) continue
          const at = previous * LABELS + next
          const ahead = i * LABELS + next
          const pair = (factors[at] as number) * (scores[ahead] as number)
          const expected = before * pair
          const isGold = gold[i - 1] === previous && gold[i] === next
          adapt(this.#transitions.between, this.#betweenSquares, at, (isGold ? 1 : 0) - expected)
        }
      }
    }
    for (let label = 0; label < LABELS; label += 1) {
      adapt(
        this.#transitions.first,
        this.#firstSquares,
        label,
        (gold[0] === label ? 1 : 0) - (marginals[label] as number),
      )
    }
  }

  /** Counts the weights as they are now into those of the model, which are the mean of what was counted. */
  average(): void {
    this.#rounds += 1
    for (let i = 0; i < this.#sums.length; i += 1)
      this.#sums[i] = (this.#sums[i] as number) + (this.#weights[i] as number)
  }

  /** The model as it is shipped: weights of one byte. */
  model(): Model {
    const mean = this.#rounds === 0 ? this.#weights : this.#sums.map((sum) => sum / this.#rounds)
    const scale = largestWeight(mean) / 127
    const weights = Int8Array.from(mean, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
    return { weights, scale, transitions: this.#transitions, lexicon: this.#entries }
  }
}

/** The size that all but one in ten thousand of the weights in use stay below. */
function largestWeight(weights: Float32Array): number {
  const sizes = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort()
  return sizes[Math.floor(sizes.length * 0.9999)] ?? 1
}

function adapt(weights: Float32Array, squares: Float32Array, at: number, gradient: number): void {
  const sum = (squares[at] as number) + gradient * gradient
  squares[at] = sum
  weights[at] = (weights[at] as number) + (0.1 * gradient) / Math.sqrt(sum)
}
