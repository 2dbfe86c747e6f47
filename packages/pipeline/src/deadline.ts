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
 */
export function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceeded(timeoutMs)), timeoutMs)
    const settle = () => clearTimeout(timer)
    work.then(resolve, reject).then(settle)
  })
}

/**
 * Ends every wait of one request when its signal aborts. It listens once for the whole request, because listening anew
 * for each layer costs more than some layers do.
 */
export class Patience {
  readonly #signal: AbortSignal
  readonly #waiting = new Set<(reason: unknown) => void>()
  readonly #onAbort = () => {
    for (const reject of this.#waiting) reject(this.#signal.reason)
  }

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort)
  }

  /** As `work` settles, or a rejection with `DeadlineExceeded` or the signal's reason, whichever comes first. */
  for<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) reject(this.#signal.reason)
      const timer = setTimeout(() => reject(new DeadlineExceeded(timeoutMs)), timeoutMs)
      this.#waiting.add(reject)
      const settle = () => {
        clearTimeout(timer)
        this.#waiting.delete(reject)
      }
      work.then(resolve, reject).then(settle)
    })
  }

  /** Stops listening. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

/**
 * A time limit on a layer's own work while it reads a stream: it runs while the layer works and stands still while
 * the layer waits for its source, so that a slow model never counts against a guard.
 */
export class WorkWatch {
  readonly #timeoutMs: number
  readonly #now: () => number
  #reject: ((error: DeadlineExceeded) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #startedMs = 0
  #workedMs = 0

  constructor(timeoutMs: number, monotonicMs: () => number) {
    this.#timeoutMs = timeoutMs
    this.#now = monotonicMs
  }

  /** Time that the layer itself has used so far, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs
  }

  /** The source as the layer sees it: while the layer waits for it the watch stands still. */
  unwatched<T>(source: AsyncIterable<T>): AsyncIterableIterator<T> {
    const items = source[Symbol.asyncIterator]()
    return {
      next: async () => {
        this.#stop()
        try {
          return await items.next()
        } finally {
          this.#start()
        }
      },
      return: async () => {
        await items.return?.()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  /** The layer's next result, or a rejection with `DeadlineExceeded`. */
  async next<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
    try {
      return await new Promise((resolve, reject) => {
        this.#reject = reject
        this.#start()
        iterator.next().then(resolve, reject)
      })
    } finally {
      this.#reject = undefined
      this.#stop()
    }
  }

  #start(): void {
    if (this.#timer !== undefined || this.#reject === undefined) return
    this.#startedMs = this.#now()
    this.#timer = setTimeout(() => this.#reject?.(new DeadlineExceeded(this.#timeoutMs)), this.#timeoutMs)
  }

  #stop(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#workedMs += this.#now() - this.#startedMs
  }
}
