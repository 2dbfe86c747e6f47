import { bitsOf } from './filter-bits.ts'

/** Whether a word may be in a filter that `tools/word-table` compiled; never false for one that is. */
export class WordFilter {
  readonly #bytes: Uint8Array

  constructor(base64: string) {
    this.#bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  }

  has(word: string): boolean {
    const bytes = this.#bytes
    return bitsOf(word, bytes.length * 8).every((bit) => ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
  }
}
