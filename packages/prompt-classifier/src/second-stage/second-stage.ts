import { type Cascade, MOST_FIRST, readSecondModel } from './second-model-file.ts'
import { SecondNetwork } from './second-network.ts'
import type { TokenSigns } from './token-signs.ts'

/** The second stage, and how its scores and those of the first become one. */
export class SecondStage {
  readonly #network: SecondNetwork
  readonly #cascade: Cascade

  constructor(bytes: Uint8Array<ArrayBufferLike>) {
    const { model, cascade } = readSecondModel(bytes)
    this.#network = new SecondNetwork(model)
    this.#cascade = cascade
  }

  /** From this score of the first stage on, a window is read by the second. */
  get asksFrom(): number {
    return this.#cascade.asksFrom
  }

  /** How much the tokens look like an attack, a logit. Takes up to a millisecond or two: for threads of its own. */
  score(signs: TokenSigns): number {
    return this.#network.score(signs)
  }

  /**
   * The log-odds of an attack by the score of the first stage, and by that of the second where it has answered. What
   * else speaks for an attack, in logits of the first stage, counts as much in both.
   */
  logOddsOf(first: number, second: number | undefined, evidence: number): number {
    const { alone, both } = this.#cascade
    const shown = alone.slope * evidence
    if (second === undefined || Number.isNaN(second)) return alone.slope * first + alone.offset + shown
    return both.first * Math.min(first, MOST_FIRST) + both.second * second + both.offset + shown
  }
}
