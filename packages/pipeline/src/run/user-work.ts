import type { WorkOwner } from './work-owner.ts'

/** So many of a user's requests are refused before one is worked on: who asks for more is told as fast. */
const REFUSALS_AT_A_TIME = 16
/**
 * How long requests have to have waited before their wait says something, in milliseconds. The door asks for half of
 * `OVERLOAD_WAIT_MS` besides, which is more unless that is set to less than twice this.
 */
const LEAST_WAIT_MS = 250
/** What lies further back than about this counts half, in milliseconds. */
const HALF_LIFE_MS = 2_000

/** Work in the queue, whatever it results in. */
export interface Servable {
  readonly owner: WorkOwner
  /** Works for one slice. Returns true once the work is settled. */
  serve(): boolean
}

/** What one user has in the queue. */
export class UserWork {
  /** Slices of requests that have begun. */
  readonly begun: Servable[] = []
  /** Requests that have not. What has begun is ended before: work that is given up later was for nothing. */
  readonly arriving: Servable[] = []
  /** When each of those that are arriving came. */
  readonly #arrivedMs: number[] = []
  /** Since when requests wait of which none was begun. */
  #waitingSinceMs: number | undefined
  /** How long requests have waited in all, in milliseconds, and how many were begun in that time. */
  #waitedMs = 0
  #begins = 0

  /** Puts a request behind the others. */
  arrive(request: Servable): void {
    const nowMs = request.owner.clock.monotonicMs()
    this.#waitingSinceMs ??= nowMs
    this.arriving.push(request)
    this.#arrivedMs.push(nowMs)
  }

  next(): Servable | undefined {
    return this.begun.shift() ?? this.#nextArrived()
  }

  /** Settles requests whose wait is over, the oldest first: they must not wait for what has begun as well. */
  refuseLate(): void {
    for (let count = 0; count < REFUSALS_AT_A_TIME && this.arriving[0]?.owner.isStopped === true; count += 1) {
      this.#nextArrived()?.serve()
    }
  }

  get isEmpty(): boolean {
    return this.begun.length === 0 && this.arriving.length === 0
  }

  /** How long the oldest of the requests that have not begun has waited, in milliseconds; 0 where there is none. */
  oldestWaitMs(nowMs: number): number {
    return nowMs - (this.#arrivedMs[0] ?? nowMs)
  }

  /**
   * How long one more request would wait to begin, in milliseconds, by how many of those before it were begun in what
   * time; 0 until they have waited for a moment.
   */
  expectedWaitMs(nowMs: number): number {
    const waitedMs = this.#waitedMs + this.#sinceBegin(nowMs)
    return waitedMs < LEAST_WAIT_MS ? 0 : (this.arriving.length * waitedMs) / (this.#begins + 1)
  }

  #nextArrived(): Servable | undefined {
    const next = this.arriving.shift()
    if (next === undefined) return undefined
    this.#arrivedMs.shift()
    const { clock, isStopped } = next.owner
    const nowMs = clock.monotonicMs()
    if (!isStopped || this.arriving.length === 0) this.#noteWait(nowMs, isStopped ? 0 : 1)
    return next
  }

  #noteWait(nowMs: number, begins: number): void {
    this.#waitedMs += this.#sinceBegin(nowMs)
    this.#begins += begins
    if (this.#waitedMs > HALF_LIFE_MS) {
      this.#waitedMs /= 2
      this.#begins /= 2
    }
    this.#waitingSinceMs = this.arriving.length > 0 ? nowMs : undefined
  }

  #sinceBegin(nowMs: number): number {
    return this.#waitingSinceMs === undefined ? 0 : nowMs - this.#waitingSinceMs
  }
}
