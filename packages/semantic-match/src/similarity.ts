/** Dimensions of a vector. Different features share one rarely enough to rank by, and verification decides. */
const DIMENSIONS = 256

/**
 * Below this cosine, 0 to 1, two prompts are not compared. Verification leaves letters that a slip swapped and endings
 * of the plural; of the verified pairs in the training data none is below.
 */
export const SIMILARITY_THRESHOLD = 0.6

/**
 * A vector of a prompt's words, of length 1. It needs no model and no download: signed hashing of letter trigrams (K.
 * Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009).
 */
export function vectorOf(words: readonly string[]): Float32Array {
  const text = ` ${words.join(' ')} `
  const vector = new Float32Array(DIMENSIONS)
  for (let i = 0; i + 3 <= text.length; i += 1) {
    const hash = trigramHash(text, i)
    const at = hash % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? -1 : 1)
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** The cosine of two vectors of length 1, -1 to 1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0)
  return sum
}

function trigramHash(text: string, start: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < start + 3; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
