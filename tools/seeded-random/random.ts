/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Whether something with this probability happens. */
  is(probability: number): boolean {
    return this.next() < probability
  }

  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** One of the list. Throws where it is empty. */
  of<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.next() * list.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): readonly T[] {
    const result = [...list]
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = this.integer(0, i)
      const one = result[i] as T
      result[i] = result[j] as T
      result[j] = one
    }
    return result
  }
}
