import type { AnswerItem } from '../../answer/index.ts'
import type { AnswerGuard, Exchange } from '../../layer.ts'
import type { Gatherer } from './gatherers.ts'
import { textToRemember } from './remembered-answers.ts'

interface RememberOptions {
  /** Longer answers are not remembered; UTF-8 bytes of their JSON. */
  readonly maxAnswerBytes: number
  /** Stores what is remembered. It never throws. */
  readonly store: (text: string) => void
  /** Called once where nothing is going to be remembered. */
  readonly giveUp: () => void
}

/** Gathers one answer while it passes, and stores it once it has ended well. Nobody waits for the store. */
export class RememberGuard<Item extends AnswerItem> implements AnswerGuard<Item> {
  readonly #exchange: Exchange
  readonly #options: RememberOptions
  #gatherer: Gatherer<Item> | undefined
  #size = 0

  constructor(gatherer: Gatherer<Item>, exchange: Exchange, options: RememberOptions) {
    this.#gatherer = gatherer
    this.#exchange = exchange
    this.#options = options
  }

  take(items: readonly Item[]): readonly Item[] {
    const { maxAnswerBytes } = this.#options
    for (const item of items) {
      if (this.#gatherer === undefined) break
      this.#size += this.#gatherer.take(item, maxAnswerBytes - this.#size)
      if (this.#size > maxAnswerBytes) this.#giveUp()
    }
    return items
  }

  end(): readonly Item[] {
    // What came of an answer whose rest waits for a human is not the answer.
    const answer = this.#exchange.account().holdsAnswer === true ? undefined : this.#gatherer?.whole()
    const text = answer === undefined ? undefined : textToRemember(answer, this.#exchange)
    if (text === undefined || Buffer.byteLength(text) > this.#options.maxAnswerBytes) this.#giveUp()
    else this.#options.store(text)
    return []
  }

  #giveUp(): void {
    this.#gatherer = undefined
    this.#options.giveUp()
  }
}
