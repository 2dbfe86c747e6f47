import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import { TimeLimit } from './time-limit.ts'
import type { WorkOwner } from './work-owner.ts'

/** Marks work that did not settle in time. */
export class DeadlineExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`No result within ${timeoutMs} ms.`)
    this.name = 'DeadlineExceeded'
  }
}

/**
 * The time in which the work of one request is wanted. It ends when the request's signal aborts, when one of its waits
 * takes too long, or when the request is over; its waits end with it, and work in slices looks at `isStopped`. It
 * listens once for the whole request, because a listener for each layer costs more than some layers do. What settles at
 * once needs no wait at all.
 */
export class AbortScope implements WorkOwner {
  readonly clock: Clock
  isStopped = false
  stopReason: unknown
  readonly #principal: Principal
  readonly #signal: AbortSignal
  readonly #waits = new Set<Wait>()
  readonly #onAbort = () => {
    this.#stop(this.#signal.reason)
    for (const wait of this.#waits) wait.fail(this.#signal.reason)
  }
  #onStop: (() => void)[] | undefined

  constructor(signal: AbortSignal, principal: Principal, clock: Clock) {
    this.#signal = signal
    this.#principal = principal
    this.clock = clock
    if (signal.aborted) this.#stop(signal.reason)
    signal.addEventListener('abort', this.#onAbort)
  }

  get user(): string {
    return `${this.#principal.tenant}\0${this.#principal.sub}`
  }

  /** Settles as `work` does, or rejects with `DeadlineExceeded` or the signal's reason, whichever comes first. */
  wait<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const wait = new Wait(this.#waits, timeoutMs, reject, (reason) => this.#stop(reason))
      if (this.#signal.aborted) wait.fail(this.#signal.reason)
      work.then(
        (value) => {
          wait.end()
          resolve(value)
        },
        (error) => {
          wait.end()
          reject(error)
        },
      )
    })
  }

  /** Calls `stopped` once when the scope ends; at once where it has. For work that no queue of this thread does. */
  onStop(stopped: () => void): void {
    if (this.isStopped) stopped()
    else if (this.#onStop === undefined) this.#onStop = [stopped]
    else this.#onStop.push(stopped)
  }

  /** Ends the scope of a request that is over. Waits that are still open end by their time. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#stop(OVER)
  }

  #stop(reason: unknown): void {
    if (this.isStopped) return
    this.isStopped = true
    this.stopReason = reason
    for (const stopped of this.#onStop ?? []) stopped()
    this.#onStop = undefined
  }
}

/** Why work stops whose request is over. */
const OVER = new SluiceError('request_aborted')

/** Settles as `work` does, or rejects with `DeadlineExceeded`. The work itself goes on; its owner holds the signal. */
export function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = new TimeLimit(timeoutMs, () => reject(new DeadlineExceeded(timeoutMs)))
    limit.start()
    work.then(resolve, reject).finally(() => limit.stop())
  })
}

class Wait {
  readonly #open: Set<Wait>
  readonly #limit: TimeLimit
  readonly #reject: (reason: unknown) => void

  constructor(
    open: Set<Wait>,
    timeoutMs: number,
    reject: (reason: unknown) => void,
    onLate: (reason: DeadlineExceeded) => void,
  ) {
    this.#open = open
    this.#reject = reject
    this.#limit = new TimeLimit(timeoutMs, () => {
      const late = new DeadlineExceeded(timeoutMs)
      onLate(late)
      this.fail(late)
    })
    this.#limit.start()
    open.add(this)
  }

  fail(reason: unknown): void {
    this.end()
    this.#reject(reason)
  }

  end(): void {
    this.#limit.stop()
    this.#open.delete(this)
  }
}
