import { type Cascade, MOST_FIRST, readSecondModel } from './second-model-file.ts'
import { SecondNetwork } from './second-network.ts'
import type { TokenSigns } from './token-signs.ts'

/** What is said of a window that the first stage is not sure of, both logits. */
interface LaterScores {
  /** By the rereader, of the whole text. */
  readonly again: number
  /** By the second stage. */
  readonly second: number
}

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
   * The log-odds of an attack by the score of the first stage, and where the second has answered, by those of both and
   * of the text's second reading. What else speaks for an attack, in logits of the first stage, counts as much in both.
   */
  logOddsOf(first: number, later: LaterScores | undefined, evidence: number): number {
    const { alone, both } = this.#cascade
    const shown = alone.slope * evidence
    if (later === undefined || Number.isNaN(later.second)) return alone.slope * first + alone.offset + shown
    const { again, second } = later
    return both.first * Math.min(first, MOST_FIRST) + both.again * again + both.second * second + both.offset + shown
  }
}
