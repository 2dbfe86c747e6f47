import { SluiceError } from '@sluice/contracts'

/** Counts the texts of one answer as they leave L4, and refuses an answer that values make too long. */
export class RestoredSize {
  #charsLeft: number

  /** @param maxChars the bound, in UTF-16 code units: a string takes one or two bytes for each. */
  constructor(maxChars: number) {
    this.#charsLeft = maxChars
  }

  /** Counts what a text grows by before it is built. Throws `answer_too_large` beyond the bound. */
  add(chars: number): void {
    this.#charsLeft -= chars
    if (this.#charsLeft < 0) throw new SluiceError('answer_too_large')
  }
}
