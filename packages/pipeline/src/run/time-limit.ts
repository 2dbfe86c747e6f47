/** How often limits are looked at. A limit ends up to two of these late, which its holder has to allow for. */
const TICK_MS = 25

interface Running {
  ticksLeft: number
  readonly expire: () => void
}

const running = new Set<Running>()
let ticker: NodeJS.Timeout | undefined

function tick(): void {
  for (const limit of running) {
    limit.ticksLeft -= 1
    if (limit.ticksLeft > 0) continue
    running.delete(limit)
    limit.expire()
  }
  if (running.size > 0 || ticker === undefined) return
  clearInterval(ticker)
  ticker = undefined
}

/**
 * A time limit that can be started and stopped often: one ticker serves all of them, because a timer of its own for each
 * layer and chunk costs more than many a layer does. It ends between `timeoutMs` and `timeoutMs` plus 50 ms.
 */
export class TimeLimit {
  readonly #ticks: number
  readonly #limit: Running

  constructor(timeoutMs: number, expire: () => void) {
    this.#ticks = Math.ceil(timeoutMs / TICK_MS) + 1
    this.#limit = { ticksLeft: this.#ticks, expire }
  }

  /** Starts anew. */
  start(): void {
    this.#limit.ticksLeft = this.#ticks
    running.add(this.#limit)
    ticker ??= setInterval(tick, TICK_MS)
  }

  stop(): void {
    running.delete(this.#limit)
  }
}
