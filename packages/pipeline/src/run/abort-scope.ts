import { TimeLimit } from './time-limit.ts'

/** Marks work that did not settle in time. */
export class DeadlineExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`No result within ${timeoutMs} ms.`)
    this.name = 'DeadlineExceeded'
  }
}

/**
 * Ends the waits of one request when its signal aborts or their time is up. It listens once for the whole request,
 * because a listener for each layer costs more than some layers do. What settles at once needs no wait at all.
 */
export class AbortScope {
  readonly #signal: AbortSignal
  readonly #waits = new Set<Wait>()
  readonly #onAbort = () => {
    for (const wait of this.#waits) wait.fail(this.#signal.reason)
  }

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
  }

  /** Settles as `work` does, or rejects with `DeadlineExceeded` or the signal's reason, whichever comes first. */
  wait<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const wait = new Wait(this.#waits, timeoutMs, reject)
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

  /** Stops listening. Waits that are still open end by their time. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

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

  constructor(open: Set<Wait>, timeoutMs: number, reject: (reason: unknown) => void) {
    this.#open = open
    this.#reject = reject
    this.#limit = new TimeLimit(timeoutMs, () => this.fail(new DeadlineExceeded(timeoutMs)))
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
