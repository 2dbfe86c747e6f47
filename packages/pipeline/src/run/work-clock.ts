import { DeadlineExceeded } from './abort-scope.ts'
import { TimeLimit } from './time-limit.ts'

/**
 * A time limit on a layer's own work while it reads a stream: it runs while the layer works and stands still while
 * the layer waits for its source, so that a slow model never counts against a guard.
 */
export class WorkClock {
  readonly #now: () => number
  readonly #limit: TimeLimit
  #reject: ((error: DeadlineExceeded) => void) | undefined
  #startedMs: number | undefined
  #workedMs = 0

  constructor(timeoutMs: number, monotonicMs: () => number) {
    this.#now = monotonicMs
    this.#limit = new TimeLimit(timeoutMs, () => this.#reject?.(new DeadlineExceeded(timeoutMs)))
  }

  /** Time that the layer itself has used so far, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs
  }

  /** The source as the layer sees it: while the layer waits for it the watch stands still. */
  unwatched<T>(source: AsyncIterable<T>): AsyncIterableIterator<T> {
    const items = source[Symbol.asyncIterator]()
    const goOn = (result: IteratorResult<T>) => {
      this.#start()
      return result
    }
    const goOnFailing = (error: unknown) => {
      this.#start()
      throw error
    }
    return {
      next: () => {
        this.#stop()
        return items.next().then(goOn, goOnFailing)
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
  next<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      this.#reject = reject
      this.#start()
      iterator.next().then(
        (result) => {
          this.#end()
          resolve(result)
        },
        (error) => {
          this.#end()
          reject(error)
        },
      )
    })
  }

  #end(): void {
    this.#reject = undefined
    this.#stop()
  }

  #start(): void {
    if (this.#startedMs !== undefined || this.#reject === undefined) return
    this.#startedMs = this.#now()
    this.#limit.start()
  }

  #stop(): void {
    if (this.#startedMs === undefined) return
    this.#limit.stop()
    this.#workedMs += this.#now() - this.#startedMs
    this.#startedMs = undefined
  }
}
