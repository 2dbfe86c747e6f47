/** Places of the vector that stands for each feature. */
export const DIMENSIONS = 16
/** Units between that vector and the score. */
export const HIDDEN = 32

export const LINEAR_BITS = 18
export const VECTOR_BITS = 17

/** What kind of attack a text is most like. */
export const CATEGORIES = [
  'instruction-override',
  'persona',
  'fictional-nesting',
  'refusal-suppression',
  'prompt-leak',
  'data-exfiltration',
  'indirect-injection',
  'obfuscation',
  'adversarial-suffix',
  'persuasion',
] as const

export type Category = (typeof CATEGORIES)[number]

/** The weights between the sum of the features of a window and its score. */
export interface Head {
  /** `HIDDEN` rows of `DIMENSIONS`. */
  readonly first: Float32Array
  readonly firstBias: Float32Array
  readonly second: Float32Array
  /** `CATEGORIES` rows of `HIDDEN`, and their biases. */
  readonly categories: Float32Array
  readonly categoryBias: Float32Array
  /** One number: the score of an empty window. */
  readonly bias: Float32Array
}

export function emptyHead(): Head {
  return {
    first: new Float32Array(HIDDEN * DIMENSIONS),
    firstBias: new Float32Array(HIDDEN),
    second: new Float32Array(HIDDEN),
    categories: new Float32Array(CATEGORIES.length * HIDDEN),
    categoryBias: new Float32Array(CATEGORIES.length),
    bias: new Float32Array(1),
  }
}

/** The place of a feature's own weight. */
export function linearPlace(hash: number): number {
  return hash >>> (32 - LINEAR_BITS)
}

/** The place of a feature's vector: other bits than those of its weight, so that two features seldom share both. */
export function vectorPlace(hash: number): number {
  return (Math.imul(hash, 0x2c1b_3c6d) >>> (32 - VECTOR_BITS)) * DIMENSIONS
}

/** What the sum of so many features is divided by, so that a window's score does not grow with its length alone. */
export function spread(features: number): number {
  return 1 / Math.sqrt(features + 20)
}

/**
 * The score of a window, a logit, from the sums of its features' weights and vectors, both already divided by their
 * spread. Leaves the units in `hidden`.
 */
export function scoreWindow(head: Head, linear: number, vector: Float32Array, hidden: Float32Array): number {
  let score = (head.bias[0] as number) + linear
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    let sum = head.firstBias[unit] as number
    const row = unit * DIMENSIONS
    for (let i = 0; i < DIMENSIONS; i += 1) sum += (head.first[row + i] as number) * (vector[i] as number)
    const value = Math.max(sum, 0)
    hidden[unit] = value
    score += value * (head.second[unit] as number)
  }
  return score
}
