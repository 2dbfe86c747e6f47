const LETTERS = 26
/** Finds the number of a word, or of its longest known beginning, letter by letter. */
export class WordTrie {
  readonly #next: Uint16Array
  readonly #whole: Int32Array
  readonly #beginning: Int32Array
  readonly #maxNodes: number
  #nodes = 1

  /** @param maxNodes at most 65,535. */
  constructor(maxNodes: number) {
    this.#maxNodes = maxNodes
    this.#next = new Uint16Array(maxNodes * LETTERS)
    this.#whole = new Int32Array(maxNodes).fill(-1)
    this.#beginning = new Int32Array(maxNodes).fill(-1)
  }

  /** @param isOpen whether any ending may follow. */
  add(letters: readonly number[], number: number, isOpen: boolean): void {
    let node = 0
    for (const letter of letters) {
      const at = node * LETTERS + letter
      let next = this.#next[at] ?? 0
      if (next === 0) {
        if (this.#nodes >= this.#maxNodes) throw new Error('Too many words.')
        next = this.#nodes
        this.#nodes += 1
        this.#next[at] = next
      }
      node = next
    }
    if (isOpen) this.#beginning[node] = number
    else this.#whole[node] = number
  }

  /** The node behind one with this letter; 0 where no word goes on like that. Walks begin at 0. */
  step(node: number, letter: number): number {
    return this.#next[node * LETTERS + letter] ?? 0
  }

  /** The word that ends here; -1 where none does. */
  wholeAt(node: number): number {
    return this.#whole[node] ?? -1
  }

  /** The word that may go on from here in any way; -1 where none does. */
  beginningAt(node: number): number {
    return this.#beginning[node] ?? -1
  }
}
