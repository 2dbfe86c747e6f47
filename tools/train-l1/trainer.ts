import {
  CATEGORIES,
  DIMENSIONS,
  eachWindow,
  emptyHead,
  type Head,
  HIDDEN,
  LINEAR_BITS,
  linearPlace,
  scoreWindow,
  spread,
  VECTOR_BITS,
  vectorPlace,
} from '@sluice/prompt-classifier/training'
import { Random } from '../seeded-random/random.ts'
import type { ReadText } from './read-text.ts'

const LINEAR_RATE = 0.05
const VECTOR_RATE = 0.02
const HEAD_RATE = 0.03
const SMALL = 1e-6
const LINEAR_START = 2e-3
const VECTOR_START = 2e-5
/** A text that is told this surely, in logits, is learnt. */
const KNOWN = 7
/** Pulls weights back to nothing, in proportion. */
const DECAY = 1e-5

/** Learns the weights by stochastic gradients with a step of its own for each weight (AdaGrad, Duchi et al. 2011). */
export class Trainer {
  readonly linear = new Float32Array(1 << LINEAR_BITS)
  readonly vectors = new Float32Array(DIMENSIONS << VECTOR_BITS)
  readonly head: Head = emptyHead()
  readonly #linearSquares = new Float32Array(1 << LINEAR_BITS)
  readonly #vectorSquares = new Float32Array(1 << VECTOR_BITS)
  readonly #headSquares: Head = emptyHead()
  readonly #vector = new Float32Array(DIMENSIONS)
  readonly #hidden = new Float32Array(HIDDEN)
  readonly #back = new Float32Array(DIMENSIONS)
  rate = 1
  readonly #leftOut: number
  #salt = 1

  /** @param leftOut the share of features that each step leaves out, 0..1. */
  constructor(seed: number, leftOut: number) {
    this.#leftOut = leftOut
    const random = new Random(seed)
    for (let i = 0; i < this.vectors.length; i += 1) this.vectors[i] = (random.next() - 0.5) * 0.2
    const { first, second, categories } = this.head
    for (let i = 0; i < first.length; i += 1) first[i] = (random.next() - 0.5) * 0.6
    for (let i = 0; i < second.length; i += 1) second[i] = (random.next() - 0.5) * 0.4
    for (let i = 0; i < categories.length; i += 1) categories[i] = (random.next() - 0.5) * 0.2
  }

  readonly #sums = { count: 0, linear: new Float32Array(0), vectors: new Float32Array(0), head: emptyHead() }

  /** Takes the weights as they are now into their mean. */
  takeIntoMean(): void {
    const sums = this.#sums
    if (sums.count === 0) {
      sums.linear = new Float32Array(this.linear.length)
      sums.vectors = new Float32Array(this.vectors.length)
    }
    sums.count += 1
    for (const [sum, weights] of this.#pairs()) {
      for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (weights[i] as number)
    }
  }

  /** The weights become the mean of those that were taken (Polyak and Juditsky, 1992). */
  becomeMean(): void {
    const { count } = this.#sums
    if (count === 0) return
    for (const [sum, weights] of this.#pairs()) {
      for (let i = 0; i < sum.length; i += 1) weights[i] = (sum[i] as number) / count
    }
  }

  #pairs(): readonly (readonly [Float32Array, Float32Array])[] {
    const { linear, vectors, head } = this.#sums
    return [
      [linear, this.linear],
      [vectors, this.vectors],
      [head.first, this.head.first],
      [head.firstBias, this.head.firstBias],
      [head.second, this.head.second],
      [head.categories, this.head.categories],
      [head.categoryBias, this.head.categoryBias],
      [head.bias, this.head.bias],
    ]
  }

  /** The highest score of any window, a logit; leaves that window in `best`. */
  score(text: ReadText): { logit: number; from: number; to: number } {
    const { hashes, starts } = text
    const count = starts.length - 1
    const linearSums = new Float64Array(count + 1)
    const vectorSums = new Float64Array((count + 1) * DIMENSIONS)
    for (let token = 0; token < count; token += 1) {
      let sum = linearSums[token] as number
      const into = (token + 1) * DIMENSIONS
      for (let i = 0; i < DIMENSIONS; i += 1) vectorSums[into + i] = vectorSums[into - DIMENSIONS + i] as number
      for (let at = starts[token] as number; at < (starts[token + 1] as number); at += 1) {
        const hash = hashes[at] as number
        sum += this.linear[linearPlace(hash)] as number
        const place = vectorPlace(hash)
        for (let i = 0; i < DIMENSIONS; i += 1) {
          vectorSums[into + i] = (vectorSums[into + i] as number) + (this.vectors[place + i] as number)
        }
      }
      linearSums[token + 1] = sum
    }
    let best = { logit: Number.NEGATIVE_INFINITY, from: 0, to: count }
    eachWindow(count, (from, to) => {
      const scale = spread((starts[to] as number) - (starts[from] as number))
      for (let i = 0; i < DIMENSIONS; i += 1) {
        this.#vector[i] =
          ((vectorSums[to * DIMENSIONS + i] as number) - (vectorSums[from * DIMENSIONS + i] as number)) * scale
      }
      const logit = scoreWindow(
        this.head,
        ((linearSums[to] as number) - (linearSums[from] as number)) * scale,
        this.#vector,
        this.#hidden,
      )
      if (logit > best.logit) best = { logit, from, to }
    })
    return best
  }

  /** Learns one text by the window that looks most like an attack; gives its loss. */
  learn(text: ReadText, weight: number, category: number): number {
    const best = this.score(text)
    // What is known well enough teaches nothing, and most texts are no attack.
    if (Math.abs(best.logit) > KNOWN && best.logit > 0 === (text.label === 1)) return 0
    return this.learnWindow(text, best.from, best.to, text.label, weight, category)
  }

  learnWindow(text: ReadText, from: number, to: number, label: number, weight: number, category: number): number {
    const { hashes, starts } = text
    const [begin, end] = [starts[from] as number, starts[to] as number]
    const scale = spread((end - begin) * (1 - this.#leftOut))
    this.#salt = Math.imul(this.#salt, 0x5bd1e995) + 12345
    let linear = 0
    const vector = this.#vector.fill(0)
    for (let at = begin; at < end; at += 1) {
      const hash = hashes[at] as number
      if (this.#isDropped(hash)) continue
      linear += this.linear[linearPlace(hash)] as number
      const place = vectorPlace(hash)
      for (let i = 0; i < DIMENSIONS; i += 1) vector[i] = (vector[i] as number) + (this.vectors[place + i] as number)
    }
    for (let i = 0; i < DIMENSIONS; i += 1) vector[i] = (vector[i] as number) * scale
    const logit = scoreWindow(this.head, linear * scale, vector, this.#hidden)
    const probability = 1 / (1 + Math.exp(-logit))
    const slope = (probability - label) * weight
    const back = this.#learnHead(slope, category, weight)
    this.#learnFeatures(hashes, begin, end, slope * scale, back, scale)
    return -Math.log(Math.max(1e-9, label === 1 ? probability : 1 - probability)) * weight
  }

  #learnHead(slope: number, category: number, weight: number): Float32Array {
    const { head } = this
    const squares = this.#headSquares
    const [hidden, vector, back] = [this.#hidden, this.#vector, this.#back.fill(0)]
    const toHidden = new Float32Array(HIDDEN)
    for (let unit = 0; unit < HIDDEN; unit += 1) toHidden[unit] = slope * (head.second[unit] as number)
    if (category >= 0) this.#learnCategory(category, weight * 0.3, toHidden)
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      const value = hidden[unit] as number
      if (value > 0) this.#step(head.second, squares.second, unit, slope * value)
      const gradient = value > 0 ? (toHidden[unit] as number) : 0
      if (gradient === 0) continue
      this.#step(head.firstBias, squares.firstBias, unit, gradient)
      const row = unit * DIMENSIONS
      for (let i = 0; i < DIMENSIONS; i += 1) {
        back[i] = (back[i] as number) + gradient * (head.first[row + i] as number)
        this.#step(head.first, squares.first, row + i, gradient * (vector[i] as number))
      }
    }
    this.#step(head.bias, squares.bias, 0, slope)
    return back
  }

  #learnCategory(category: number, weight: number, toHidden: Float32Array): void {
    const { head } = this
    const squares = this.#headSquares
    const logits = CATEGORIES.map((_, c) => {
      let sum = head.categoryBias[c] as number
      for (let unit = 0; unit < HIDDEN; unit += 1)
        sum += (head.categories[c * HIDDEN + unit] as number) * (this.#hidden[unit] as number)
      return sum
    })
    const most = Math.max(...logits)
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)
    for (const [c, logit] of logits.entries()) {
      const gradient = (Math.exp(logit - most) / total - (c === category ? 1 : 0)) * weight
      for (let unit = 0; unit < HIDDEN; unit += 1) {
        toHidden[unit] = (toHidden[unit] as number) + gradient * (head.categories[c * HIDDEN + unit] as number)
        this.#step(head.categories, squares.categories, c * HIDDEN + unit, gradient * (this.#hidden[unit] as number))
      }
      this.#step(head.categoryBias, squares.categoryBias, c, gradient)
    }
  }

  #isDropped(hash: number): boolean {
    const mixed = Math.imul(hash ^ this.#salt, 0x9e3779b1)
    return ((mixed ^ (mixed >>> 15)) >>> 8) / 0x1000000 < this.#leftOut
  }

  #step(weights: Float32Array, squares: Float32Array, place: number, gradient: number): void {
    const square = (squares[place] as number) + gradient * gradient
    squares[place] = square
    weights[place] = (weights[place] as number) - (this.rate * HEAD_RATE * gradient) / Math.sqrt(square + SMALL)
  }

  #learnFeatures(
    hashes: Int32Array,
    begin: number,
    end: number,
    slope: number,
    back: Float32Array,
    scale: number,
  ): void {
    let length = 0
    for (let i = 0; i < DIMENSIONS; i += 1) length += (back[i] as number) ** 2
    const vectorSquare = (length * scale * scale) / DIMENSIONS
    for (let at = begin; at < end; at += 1) {
      const hash = hashes[at] as number
      if (this.#isDropped(hash)) continue
      const one = linearPlace(hash)
      const square = (this.#linearSquares[one] as number) + slope * slope
      this.#linearSquares[one] = square
      const weight = this.linear[one] as number
      this.linear[one] =
        weight - (this.rate * LINEAR_RATE * (slope + DECAY * weight)) / Math.sqrt(square + LINEAR_START)
      const place = vectorPlace(hash)
      const row = place / DIMENSIONS
      const rowSquare = (this.#vectorSquares[row] as number) + vectorSquare
      this.#vectorSquares[row] = rowSquare
      const rate = (this.rate * VECTOR_RATE) / Math.sqrt(rowSquare + VECTOR_START)
      for (let i = 0; i < DIMENSIONS; i += 1) {
        this.vectors[place + i] = (this.vectors[place + i] as number) - rate * (back[i] as number) * scale
      }
    }
  }
}
