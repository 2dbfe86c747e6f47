/** Bits that stand for one word. With 14 bits of space a word, 1 of 800 unknown words is taken for known. */
const HASHES = 10

/**
 * Where a word's bits are in a Bloom filter of that many bits: double hashing, A. Kirsch and M. Mitzenmacher, Less
 * Hashing, Same Performance (2006), over two FNV-1a hashes.
 */
export function bitsOf(word: string, size: number): readonly number[] {
  const first = fnv1a(word, 0x811c9dc5)
  const second = fnv1a(word, 0x01000193) | 1
  return Array.from({ length: HASHES }, (_, i) => ((first + Math.imul(i, second)) >>> 0) % size)
}

function fnv1a(word: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
