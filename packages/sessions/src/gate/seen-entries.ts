/** Tracks which entries of a log have been seen, in whatever order they arrive. Each entry names the one before. */
export class SeenEntries {
  #through = 0
  /** Seen entries by the entry before them, which has not arrived yet. */
  readonly #ahead = new Map<number, number>()

  /** Adds an entry. Returns false where it was added before. */
  add(number: number, previous: number): boolean {
    if (number <= this.#through || this.#ahead.get(previous) === number) return false
    this.#ahead.set(previous, number)
    this.#advance()
    return true
  }

  /** The last entry before the first gap: all entries up to and including it have been seen. */
  upTo(): number {
    return this.#through
  }

  /** Counts all entries up to and including this one as seen. */
  startAt(number: number): void {
    this.#through = number
    this.#advance()
  }

  #advance(): void {
    let next = this.#ahead.get(this.#through)
    while (next !== undefined) {
      this.#through = next
      next = this.#ahead.get(this.#through)
    }
    for (const [previous, number] of this.#ahead) if (number <= this.#through) this.#ahead.delete(previous)
  }
}
