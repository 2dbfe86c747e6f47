import { everyBit } from './filter-bits.ts'

export { WordFilter } from './word-filter.ts'

/** The Bloom filter over words: 14 bits a word, full bytes. */
export function filterOf(words: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * 14) / 8))
  for (const word of words) {
    everyBit(word, bytes.length * 8, (bit) => {
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
      return true
    })
  }
  return bytes
}
