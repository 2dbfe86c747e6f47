/** Numbers in a row that grows. */
export class GrowingNumbers {
  #values = new Uint32Array(1_024)
  #length = 0

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length] = value
    this.#length += 1
  }

  /** What there is, without a copy: it changes with the next push. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.#length)
  }
}

/** Slots for so many entries, a power of two; at most half of them are taken. */
export function slotsFor(entries: number): number {
  let slots = 16
  while (slots < 2 * entries) slots *= 2
  return slots
}
