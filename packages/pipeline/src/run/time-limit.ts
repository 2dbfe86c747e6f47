/**
 * How often limits are checked, in milliseconds. A limit ends up to two of these late, which its owner must allow for.
 */
const TICK_MS = 25

const running = new Set<TimeLimit>()
let ticker: NodeJS.Timeout | undefined

function tick(): void {
  for (const limit of running) limit.tick()
  if (running.size > 0 || ticker === undefined) return
  clearInterval(ticker)
  ticker = undefined
}

/**
 * A time limit that costs no timer of its own: one ticker serves all of them, because a timer for each wait costs more
 * than most waits. It ends between `timeoutMs` and `timeoutMs` plus 50 ms after its start.
 */
export class TimeLimit {
  readonly #expire: () => void
  readonly #ticks: number
  #ticksLeft: number

  constructor(timeoutMs: number, expire: () => void) {
    this.#expire = expire
    this.#ticks = Math.ceil(timeoutMs / TICK_MS) + 1
    this.#ticksLeft = this.#ticks
  }

  /** Starts, or starts again with its whole time. */
  start(): void {
    this.#ticksLeft = this.#ticks
    running.add(this)
    ticker ??= setInterval(tick, TICK_MS)
  }

  stop(): void {
    running.delete(this)
  }

  /** Counts one tick of the common ticker. */
  tick(): void {
    this.#ticksLeft -= 1
    if (this.#ticksLeft > 0) return
    running.delete(this)
    this.#expire()
  }
}
