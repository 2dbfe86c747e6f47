import { GrowingNumbers, slotsFor } from './growing.ts'
import { higherTerm } from './term-info.ts'
import { spread } from './word-hash.ts'

/** The keys of an index while it is built: texts of letters, and what is known of each. */
export class KeyTable {
  readonly letters = new GrowingNumbers()
  readonly from = new GrowingNumbers()
  readonly info = new GrowingNumbers()
  readonly #hashes = new GrowingNumbers()
  #slots = new Int32Array(2 * slotsFor(0))

  constructor() {
    this.from.push(0)
  }

  get slots(): Int32Array {
    return this.#slots
  }

  /** Adds a key, or what is known of one that is there already. */
  add(letters: readonly number[], hash: number, info: number): void {
    const slot = this.#slotOf(letters, hash)
    const key = (this.#slots[2 * slot + 1] ?? 0) - 1
    if (key >= 0) {
      this.info.set(key, higherTerm(this.info.at(key), info))
      return
    }
    for (const letter of letters) this.letters.push(letter)
    this.from.push(this.letters.length)
    this.info.push(info)
    this.#hashes.push(hash)
    this.#put(slot, hash, this.info.length)
    if (4 * this.info.length > this.#slots.length) this.#grow()
  }

  #slotOf(letters: readonly number[], hash: number): number {
    const mask = this.#slots.length / 2 - 1
    let slot = spread(hash) & mask
    for (;;) {
      const key = (this.#slots[2 * slot + 1] ?? 0) - 1
      if (key < 0 || (this.#slots[2 * slot] === hash && this.#isKey(key, letters))) return slot
      slot = (slot + 1) & mask
    }
  }

  #isKey(key: number, letters: readonly number[]): boolean {
    const from = this.from.at(key)
    if (this.from.at(key + 1) - from !== letters.length) return false
    return letters.every((letter, index) => this.letters.at(from + index) === letter)
  }

  #put(slot: number, hash: number, number: number): void {
    this.#slots[2 * slot] = hash
    this.#slots[2 * slot + 1] = number
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    const mask = this.#slots.length / 2 - 1
    for (const [key, hash] of this.#hashes.view().entries()) {
      let slot = spread(hash) & mask
      while (this.#slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask
      this.#put(slot, hash | 0, key + 1)
    }
  }
}
