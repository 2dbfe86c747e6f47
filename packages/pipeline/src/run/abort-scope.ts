import { TimeLimit } from './time-limit.ts'

/** Marks a layer that did not decide in time. */
export class DeadlineExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`No result within ${timeoutMs} ms.`)
    this.name = 'DeadlineExceeded'
  }
}

/**
 * Settles as `work` does, or rejects with `DeadlineExceeded` after `timeoutMs`. The work itself goes on; whoever
 * started it holds the signal.
 *
 * @param onReject receives what ends the wait early, for who may have a reason of its own.
 */
export function withDeadline<T>(
  work: Promise<T>,
  timeoutMs: number,
  onReject?: (reject: (reason: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = new TimeLimit(timeoutMs, () => reject(new DeadlineExceeded(timeoutMs)))
    const forget = onReject?.(reject)
    const settle = () => {
      limit.stop()
      forget?.()
    }
    limit.start()
    work.then(
      (value) => {
        settle()
        resolve(value)
      },
      (error) => {
        settle()
        reject(error)
      },
    )
  })
}

/**
 * Ends every wait of one request when its signal aborts. It listens once for the whole request, because listening anew
 * for each layer costs more than some layers do.
 */
export class AbortScope {
  readonly #signal: AbortSignal
  readonly #waiting = new Set<(reason: unknown) => void>()
  readonly #onAbort = () => {
    for (const reject of this.#waiting) reject(this.#signal.reason)
  }
  readonly #remember = (reject: (reason: unknown) => void) => {
    if (this.#signal.aborted) reject(this.#signal.reason)
    this.#waiting.add(reject)
    return () => void this.#waiting.delete(reject)
  }

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
  }

  /** As `work` settles, or a rejection with `DeadlineExceeded` or the signal's reason, whichever comes first. */
  for<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    return withDeadline(work, timeoutMs, this.#remember)
  }

  /** Stops listening. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
