/** Spreads work that may wait over rounds of the event loop, so that new requests are served in between. */
export class EventLoopQueue {
  readonly #perRound: number
  #waiting: (() => void)[] = []

  /** @param perRound how many entries run between two looks at the sockets; at least 1. */
  constructor(perRound: number) {
    this.#perRound = perRound
  }

  /** Runs `work` in one of the next rounds, in the order of the calls. It must not throw. */
  add(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(() => this.#runRound())
  }

  #runRound(): void {
    const due = this.#waiting.slice(0, this.#perRound)
    this.#waiting = this.#waiting.slice(this.#perRound)
    if (this.#waiting.length > 0) setImmediate(() => this.#runRound())
    for (const work of due) work()
  }
}
