/** What was said so many words ago, or less, is said again. */
const REACH = 128
const PLACES = 2_048
/** Where places would no longer be numbers of 32 bits. */
const LAST_WORD = 0x7fff_ff00

/**
 * Knows whether three words in a row were said shortly before. A sentence that is said over and over weighs as much as
 * one that is said once: what repeats adds nothing to what it asks for.
 */
export class RepeatedWords {
  readonly #hashes = new Int32Array(PLACES)
  readonly #words = new Int32Array(PLACES)
  #word = REACH + 1
  #one = 0
  #two = 0
  #known = 0

  /** Forgets the text before. */
  begin(): void {
    this.#known = 0
    this.#word += REACH + 1
    if (this.#word < LAST_WORD) return
    this.#word = REACH + 1
    this.#words.fill(0)
  }

  /** Something stands between words that are read apart. */
  interrupt(): void {
    this.#known = 0
  }

  /** Takes the next word; whether it ends three words that were said before. */
  take(word: number): boolean {
    this.#word += 1
    const three = Math.imul(Math.imul(this.#two, 0x9e37_79b1) ^ this.#one, 0x85eb_ca6b) ^ word
    this.#two = this.#one
    this.#one = word
    this.#known += 1
    if (this.#known < 3) return false
    const place = (three ^ (three >>> 15)) & (PLACES - 1)
    const isRepeated = this.#hashes[place] === three && this.#word - (this.#words[place] ?? 0) <= REACH
    this.#hashes[place] = three
    this.#words[place] = this.#word
    return isRepeated
  }
}
