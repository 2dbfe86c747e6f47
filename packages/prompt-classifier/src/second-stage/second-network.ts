import { createKernel, TAPS, TOKENS_AT_ONCE } from './kernel.ts'
import { MAX_TOKENS, SIGN_BITS, type TokenSigns } from './token-signs.ts'

/** Numbers that stand for a token, units of each convolution, units behind them. */
export const SIZE = 48
export const WIDTH = 64
export const BEHIND = 64
/** How far apart the taps of each convolution stand, in tokens. */
export const APART = [1, 2, 4] as const

/** The weights of the second stage. */
export interface SecondModel {
  /** `SIZE` numbers of one byte for each sign, and what they are multiplied with. */
  readonly table: Int8Array
  readonly tableScale: number
  /** For each convolution: by tap, by number that comes in, by unit; and what is added to each unit. */
  readonly convolutions: readonly { readonly weights: Float32Array; readonly biases: Float32Array }[]
  /** Of the units behind: rows of what the convolutions leave of a text; and of the score. */
  readonly behind: Float32Array
  readonly behindBiases: Float32Array
  readonly out: Float32Array
  readonly outBias: Float32Array
}

/** Numbers that come into a convolution. */
export function comingInto(layer: number): number {
  return layer === 0 ? SIZE : WIDTH
}

/** What is left of a text: the strongest of each unit, their mean, and the strongest of the first convolution. */
export const LEFT = 3 * WIDTH

const FLOAT = 4
/** Rows of nothing before and behind the tokens, so that every tap stands somewhere. */
const MARGIN = 4
const ROWS = MAX_TOKENS + TOKENS_AT_ONCE + 2 * MARGIN

/**
 * Reads the signs of tokens in their order: each token is the sum of its signs, three convolutions of growing reach see
 * what stands together, and the strongest of each unit decides (Kim, 2014; Yu and Koltun, 2016). At most about a
 * millisecond. One text at a time: it reuses its room.
 */
export class SecondNetwork {
  readonly #model: SecondModel
  readonly #convolve: ReturnType<typeof createKernel>['convolve']
  readonly #input: Float32Array
  readonly #first: Float32Array
  readonly #second: Float32Array
  readonly #places: { readonly weights: number; readonly biases: number }[] = []
  readonly #left = new Float32Array(LEFT)

  constructor(model: SecondModel) {
    this.#model = model
    const sizes = model.convolutions.map(({ weights, biases }) => weights.length + biases.length)
    const floats = ROWS * (SIZE + 2 * WIDTH) + sizes.reduce((sum, size) => sum + size, 0)
    const { memory, convolve } = createKernel(floats * FLOAT)
    this.#convolve = convolve
    let at = 0
    const take = (length: number) => {
      const part = new Float32Array(memory, at, length)
      at += length * FLOAT
      return part
    }
    this.#input = take(ROWS * SIZE)
    this.#first = take(ROWS * WIDTH)
    this.#second = take(ROWS * WIDTH)
    for (const { weights, biases } of model.convolutions) {
      const [w, b] = [take(weights.length), take(biases.length)]
      w.set(weights)
      b.set(biases)
      this.#places.push({ weights: w.byteOffset, biases: b.byteOffset })
    }
  }

  /** How much the tokens look like an attack, a logit. Not a number where there are none. */
  score(signs: TokenSigns): number {
    const { count } = signs
    if (count === 0) return Number.NaN
    this.#readTokens(signs)
    this.#layer(0, this.#input, this.#first, count)
    this.#keepStrongest(this.#first, count, 2 * WIDTH)
    for (const layer of [1, 2]) {
      this.#layer(layer, this.#first, this.#second, count)
      this.#addBack(count)
    }
    this.#keepStrongest(this.#first, count, 0)
    this.#keepMean(this.#first, count)
    return this.#decide()
  }

  #readTokens({ count, rows, starts }: TokenSigns): void {
    const { table, tableScale } = this.#model
    const input = this.#input
    input.fill(0, (MARGIN + count) * SIZE)
    for (let token = 0; token < count; token += 1) {
      const [begin, end] = [starts[token] as number, starts[token + 1] as number]
      const into = (MARGIN + token) * SIZE
      const scale = tableScale / Math.sqrt(end - begin + 4)
      for (let i = 0; i < SIZE; i += 1) input[into + i] = 0
      for (let at = begin; at < end; at += 1) {
        const from = (rows[at] as number) * SIZE
        for (let i = 0; i < SIZE; i += 1) input[into + i] = (input[into + i] as number) + (table[from + i] as number)
      }
      for (let i = 0; i < SIZE; i += 1) input[into + i] = (input[into + i] as number) * scale
    }
  }

  #layer(layer: number, from: Float32Array, to: Float32Array, count: number): void {
    const apart = APART[layer] as number
    const [inRow, outRow] = [comingInto(layer) * FLOAT, WIDTH * FLOAT]
    const { weights, biases } = this.#places[layer] as { weights: number; biases: number }
    const first = from.byteOffset + (MARGIN - apart) * inRow
    const into = to.byteOffset + MARGIN * outRow
    this.#convolve(first, weights, biases, into, count, inRow, outRow, apart)
    // What was made beyond the last token is none.
    to.fill(0, (MARGIN + count) * WIDTH)
  }

  #addBack(count: number): void {
    const [first, second] = [this.#first, this.#second]
    for (let i = MARGIN * WIDTH; i < (MARGIN + count) * WIDTH; i += 1) {
      first[i] = (first[i] as number) + (second[i] as number)
    }
  }

  #keepStrongest(units: Float32Array, count: number, into: number): void {
    const left = this.#left
    for (let unit = 0; unit < WIDTH; unit += 1) {
      let most = 0
      for (let at = MARGIN * WIDTH + unit, n = 0; n < count; n += 1, at += WIDTH) {
        if ((units[at] as number) > most) most = units[at] as number
      }
      left[into + unit] = most
    }
  }

  #keepMean(units: Float32Array, count: number): void {
    for (let unit = 0; unit < WIDTH; unit += 1) {
      let sum = 0
      for (let at = MARGIN * WIDTH + unit, n = 0; n < count; n += 1, at += WIDTH) sum += units[at] as number
      this.#left[WIDTH + unit] = sum / count
    }
  }

  #decide(): number {
    const { behind, behindBiases, out, outBias } = this.#model
    let score = outBias[0] as number
    for (let unit = 0; unit < BEHIND; unit += 1) {
      let sum = behindBiases[unit] as number
      for (let i = 0; i < LEFT; i += 1) sum += (behind[unit * LEFT + i] as number) * (this.#left[i] as number)
      if (sum > 0) score += sum * (out[unit] as number)
    }
    return score
  }
}

/** The numbers that a model's parts have, in the order of the file, its table left out. */
export const PARTS = [
  ...APART.flatMap((_, layer) => [TAPS * comingInto(layer) * WIDTH, WIDTH]),
  BEHIND * LEFT,
  BEHIND,
  BEHIND,
  1,
]
export const TABLE = SIZE << SIGN_BITS
