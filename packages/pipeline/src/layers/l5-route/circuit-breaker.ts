/** How far back outcomes count, in milliseconds, and in how many slices they are forgotten. */
const WINDOW_MS = 30_000
const SLICES = 6
const SLICE_MS = WINDOW_MS / SLICES
/** Fewer failures say nothing; then at least this share of all outcomes. */
const MIN_FAILURES = 5
const FAILURE_SHARE = 0.5
/** So many failures of one user count that the user's own requests may have caused. */
const MAX_FAILURES_OF_USER = 4
/** Users that are counted apart in one slice. */
const MAX_USERS = 100
/** How long nothing is sent, in milliseconds; it doubles with each trial that fails. */
const FIRST_COOL_DOWN_MS = 5_000
const MAX_COOL_DOWN_MS = 60_000

export type BreakerState = 'closed' | 'half-open' | 'open'

/** Leave to send one request. One of its methods is called once; a further call does nothing. */
export interface Pass {
  succeeded(): void
  /** @param user whose request it was, where the request itself may be at fault. */
  failed(nowMs: number, user?: string): void
  /** It shows nothing: the caller has left, or nothing was sent. */
  cancelled(): void
}

interface Slice {
  readonly number: number
  outcomes: number
  /** That no request can have caused. */
  failures: number
  /** The others, by user. */
  readonly byUser: Map<string, number>
}

/**
 * Keeps requests from what fails. Closed: every request may go. Open, after half of the outcomes of the last 30 s and
 * at least five were failures: none may. Half-open, once it has cooled down: one may, alone, and its outcome closes the
 * breaker or opens it for twice as long. Times are monotonic milliseconds.
 *
 * A request can be made to fail. So failures that one user may have caused open nothing alone: that would let a user
 * keep others away.
 *
 * Source: M. Nygard, "Release It!", second edition, "Circuit Breaker".
 */
export class CircuitBreaker {
  #slices: Slice[] = []
  #coolDownMs = FIRST_COOL_DOWN_MS
  /** Undefined while it is closed. */
  #openUntilMs: number | undefined
  /** When it opened first since it was last closed. */
  #openSinceMs: number | undefined
  #isTrying = false

  stateAt(nowMs: number): BreakerState {
    if (this.#openUntilMs === undefined) return 'closed'
    return nowMs < this.#openUntilMs ? 'open' : 'half-open'
  }

  /** Undefined where no request may go now. */
  admit(nowMs: number): Pass | undefined {
    const state = this.stateAt(nowMs)
    if (state === 'closed') return this.#passOf(nowMs)
    if (state === 'open' || this.#isTrying) return undefined
    return this.#trial()
  }

  /** How long until a request may go, in milliseconds; 0 where that depends on a trial alone. */
  waitMs(nowMs: number): number {
    return Math.max(0, (this.#openUntilMs ?? nowMs) - nowMs)
  }

  /** For how long it has not been closed, in milliseconds; undefined while it is. */
  brokenForMs(nowMs: number): number | undefined {
    return this.#openSinceMs === undefined ? undefined : Math.max(0, nowMs - this.#openSinceMs)
  }

  /** An answer has failed that had begun, and so had counted as a success. */
  brokeOff(nowMs: number, user?: string): void {
    this.#fail(nowMs, user)
  }

  #passOf(begunMs: number): Pass {
    const once = onceOf()
    return {
      succeeded: () => once(() => this.#count(begunMs)),
      failed: (nowMs, user) => once(() => this.#fail(nowMs, user)),
      cancelled: () => once(() => undefined),
    }
  }

  #trial(): Pass {
    this.#isTrying = true
    const once = onceOf()
    const end = (then: () => void) =>
      once(() => {
        this.#isTrying = false
        then()
      })
    return {
      succeeded: () => end(() => this.#close()),
      failed: (nowMs) => end(() => this.#open(nowMs, Math.min(this.#coolDownMs * 2, MAX_COOL_DOWN_MS))),
      cancelled: () => end(() => undefined),
    }
  }

  /** What began before the breaker opened says nothing about now. */
  #count(nowMs: number): Slice | undefined {
    if (this.#openUntilMs !== undefined) return undefined
    const slice = this.#sliceAt(nowMs)
    slice.outcomes += 1
    return slice
  }

  #fail(nowMs: number, user: string | undefined): void {
    const slice = this.#count(nowMs)
    if (slice === undefined) return
    if (user === undefined) slice.failures += 1
    else if (slice.byUser.size < MAX_USERS || slice.byUser.has(user)) {
      slice.byUser.set(user, (slice.byUser.get(user) ?? 0) + 1)
    }
    const { failures, outcomes } = this.#sums()
    if (failures >= MIN_FAILURES && failures >= outcomes * FAILURE_SHARE) this.#open(nowMs, FIRST_COOL_DOWN_MS)
  }

  #sums(): { readonly failures: number; readonly outcomes: number } {
    let failures = 0
    let outcomes = 0
    const users = new Map<string, number>()
    for (const slice of this.#slices) {
      failures += slice.failures
      outcomes += slice.outcomes
      for (const [user, count] of slice.byUser) users.set(user, (users.get(user) ?? 0) + count)
    }
    for (const count of users.values()) {
      const counted = Math.min(count, MAX_FAILURES_OF_USER)
      failures += counted
      outcomes -= count - counted
    }
    return { failures, outcomes }
  }

  #sliceAt(nowMs: number): Slice {
    const number = Math.floor(nowMs / SLICE_MS)
    const last = this.#slices.at(-1)
    if (last !== undefined && last.number >= number) return last
    this.#slices = this.#slices.filter((slice) => slice.number > number - SLICES)
    const slice = { number, outcomes: 0, failures: 0, byUser: new Map<string, number>() }
    this.#slices.push(slice)
    return slice
  }

  #open(nowMs: number, coolDownMs: number): void {
    this.#coolDownMs = coolDownMs
    this.#openUntilMs = nowMs + coolDownMs
    this.#openSinceMs ??= nowMs
  }

  #close(): void {
    this.#openUntilMs = undefined
    this.#openSinceMs = undefined
    this.#coolDownMs = FIRST_COOL_DOWN_MS
    this.#slices = []
  }
}

function onceOf(): (then: () => void) => void {
  let isOver = false
  return (then) => {
    if (isOver) return
    isOver = true
    then()
  }
}
