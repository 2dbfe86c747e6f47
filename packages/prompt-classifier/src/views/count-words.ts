/** A power of two, many times the number of words, so that few others need a second look. */
const MAY_BE = 4_096

/** What one look at a text has counted. */
interface WordCounts {
  /** By list: how often one of its words stands whole, whatever its letter case. */
  readonly found: readonly number[]
  /** Runs of ASCII letters. */
  readonly runs: number
}

/** Counts the words of some lists in one look at each character of a text. */
export class WordCounter {
  readonly #lists: readonly ReadonlySet<string>[]
  /** By hash: a bit for each list that may have the word. */
  readonly #mayBe = new Uint8Array(MAY_BE)

  /** @param lists up to 8, of words in small ASCII letters. */
  constructor(lists: readonly (readonly string[])[]) {
    this.#lists = lists.map((words) => new Set(words))
    for (const [place, words] of lists.entries()) {
      for (const word of words) {
        let hash = 0
        for (const letter of word) hash = mixed(hash, letter.charCodeAt(0))
        this.#mayBe[placeOf(hash)] = (this.#mayBe[placeOf(hash)] as number) | (1 << place)
      }
    }
  }

  /** A word is a run of ASCII letters, digits and `_`, as `\b` of an expression parts them. Linear. */
  countIn(text: string): WordCounts {
    const found = this.#lists.map(() => 0)
    let runs = 0
    let [start, hash, wasLetter] = [-1, 0, false]
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      const small = code | 0x20
      const isLetter = small >= 0x61 && small <= 0x7a
      if (isLetter && !wasLetter) runs += 1
      wasLetter = isLetter
      if (isLetter || (code >= 0x30 && code <= 0x39) || code === 0x5f) {
        if (start < 0) [start, hash] = [at, 0]
        hash = mixed(hash, small)
      } else if (start >= 0) {
        const lists = this.#mayBe[placeOf(hash)] as number
        if (lists !== 0) this.#count(text.slice(start, at).toLowerCase(), lists, found)
        start = -1
      }
    }
    return { found, runs }
  }

  #count(word: string, lists: number, found: number[]): void {
    for (const [place, words] of this.#lists.entries()) {
      if ((lists & (1 << place)) !== 0 && words.has(word)) found[place] = (found[place] as number) + 1
    }
  }
}

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x9e37_79b1)
}

function placeOf(hash: number): number {
  return hash >>> 20
}
