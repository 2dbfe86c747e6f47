/** Different features share a dimension rarely enough to see how close two texts are. */
const DIMENSIONS = 256

/**
 * How alike two texts are in their letters, -1 to 1: the cosine of hashed letter trigrams (K. Weinberger et al.,
 * Feature Hashing for Large Scale Multitask Learning, 2009). A figure for reports: nothing is served for it.
 */
export function similarityOf(one: string, other: string): number {
  const [left, right] = [vectorOf(one), vectorOf(other)]
  let [product, leftSquares, rightSquares] = [0, 0, 0]
  for (let i = 0; i < DIMENSIONS; i += 1) {
    const [a, b] = [left[i] ?? 0, right[i] ?? 0]
    product += a * b
    leftSquares += a * a
    rightSquares += b * b
  }
  const lengths = Math.sqrt(leftSquares * rightSquares)
  return lengths === 0 ? 0 : product / lengths
}

function vectorOf(text: string): Int32Array {
  const padded = ` ${text} `
  const vector = new Int32Array(DIMENSIONS)
  for (let i = 0; i + 3 <= padded.length; i += 1) {
    const hash = trigramHash(padded, i)
    const at = hash % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? -1 : 1)
  }
  return vector
}

function trigramHash(text: string, start: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < start + 3; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
