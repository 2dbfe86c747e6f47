import { everyBit } from './filter-bits.ts'

/** Words that are asked for again and again. A word that no dictionary has is not kept. */
const MOST_REMEMBERED = 4096

/** In letters; WordNet has few words that are longer. */
const LONGEST_WORD = 24

/** Whether a word may be in a filter that `tools/word-table` compiled; never false for one that is. */
export class WordFilter {
  readonly #bytes: Uint8Array
  readonly #remembered = new Set<string>()

  constructor(base64: string) {
    this.#bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  }

  has(word: string): boolean {
    if (this.#remembered.has(word)) return true
    if (word.length > LONGEST_WORD) return false
    const bytes = this.#bytes
    const has = everyBit(word, bytes.length * 8, (bit) => ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
    if (has && this.#remembered.size < MOST_REMEMBERED) this.#remembered.add(word)
    return has
  }
}
