import { LABELS, WEIGHTED } from './labels.ts'

/** Numbers in a row of packed weights. */
const PACKED_ROW = WEIGHTED / 4

/**
 * Rows of eight weights in two numbers each, a byte a weight: the same memory as that of the weights, which begins at a
 * multiple of four.
 */
export type PackedWeights = Uint32Array

/** The weights as packed ones. Without a copy. */
export function packedWeights({ buffer, byteOffset, length }: Int8Array): PackedWeights {
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/**
 * Writes the scores of a token's labels at `at`: 0 for none, and for each other the sum of its weights over the
 * features, times `scale`. Two labels are added up at once: a number of 32 bits holds the sums of two, and the sum of
 * at most 256 bytes stays within its half.
 */
export function writeScores(
  features: Int32Array,
  weights: PackedWeights,
  scale: number,
  scores: Float32Array,
  at: number,
): void {
  const mask = weights.length / PACKED_ROW - 1
  let [s13, s24, s57, s68] = [0, 0, 0, 0]
  for (let feature = 0; feature < features.length; feature += 1) {
    const row = ((features[feature] as number) & mask) * PACKED_ROW
    const first = (weights[row] as number) ^ SIGNS
    const second = (weights[row + 1] as number) ^ SIGNS
    s13 += first & EVERY_OTHER
    s24 += (first >>> 8) & EVERY_OTHER
    s57 += second & EVERY_OTHER
    s68 += (second >>> 8) & EVERY_OTHER
  }
  // What the other sign has added.
  const offset = 128 * features.length
  scores[at] = 0
  scores[at + 1] = ((s13 & 0xffff) - offset) * scale
  scores[at + 2] = ((s24 & 0xffff) - offset) * scale
  scores[at + 3] = ((s13 >>> 16) - offset) * scale
  scores[at + 4] = ((s24 >>> 16) - offset) * scale
  scores[at + 5] = ((s57 & 0xffff) - offset) * scale
  scores[at + 6] = ((s68 & 0xffff) - offset) * scale
  scores[at + 7] = ((s57 >>> 16) - offset) * scale
  scores[at + LABELS - 1] = ((s68 >>> 16) - offset) * scale
}

/** With the other sign, a byte is its weight and 128. */
const SIGNS = 0x80808080 | 0
const EVERY_OTHER = 0x00ff00ff
