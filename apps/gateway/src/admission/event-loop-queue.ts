/** How many entries run between two looks at the sockets; at least 1 each. */
interface Rounds {
  readonly perRound: number
  readonly perRoundBehind: number
}

/** Spreads work that may wait over rounds of the event loop, so that new requests are served in between. */
export class EventLoopQueue {
  readonly #rounds: Rounds
  readonly #waiting: (() => void)[] = []
  readonly #waitingBehind: (() => void)[] = []

  constructor(rounds: Rounds) {
    this.#rounds = rounds
  }

  /** Runs `work` in one of the next rounds, in the order of the calls. It must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work)
    this.#afterFirst()
  }

  /** Runs `work` in a round in which nothing waits that `add` was given, in their order. It must not throw. */
  addBehind(work: () => void): void {
    this.#waitingBehind.push(work)
    this.#afterFirst()
  }

  #afterFirst(): void {
    if (this.#waiting.length + this.#waitingBehind.length === 1) setImmediate(() => this.#runRound())
  }

  #runRound(): void {
    const due = this.#takeDue()
    if (this.#waiting.length + this.#waitingBehind.length > 0) setImmediate(() => this.#runRound())
    for (const work of due) work()
  }

  #takeDue(): (() => void)[] {
    const { perRound, perRoundBehind } = this.#rounds
    if (this.#waiting.length > 0) return this.#waiting.splice(0, perRound)
    return this.#waitingBehind.splice(0, perRoundBehind)
  }
}
