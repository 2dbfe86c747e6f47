import { SluiceError } from '@sluice/contracts'

/** Counts the texts of one answer as they leave L4, and refuses an answer that values make too long. */
export class RestoredSize {
  readonly #holdBytes: (bytes: number) => void
  #charsLeft: number

  /**
   * @param maxChars the bound, in UTF-16 code units: a string takes one or two bytes for each.
   * @param holdBytes is told what the answer grows by, because the answer may be held as a whole; may throw.
   */
  constructor(maxChars: number, holdBytes: (bytes: number) => void) {
    this.#charsLeft = maxChars
    this.#holdBytes = holdBytes
  }

  /** Counts a piece of text before it is built. Throws `answer_too_large` beyond the bound. */
  add(chars: number): void {
    this.#charsLeft -= chars
    if (this.#charsLeft < 0) throw new SluiceError('answer_too_large')
  }

  /** Charges what values have made a text longer by than its tokens were. Throws as `holdBytes` does. */
  grow(chars: number): void {
    if (chars > 0) this.#holdBytes(chars)
  }
}
