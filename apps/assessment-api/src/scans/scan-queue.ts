import { SluiceError } from '@sluice/contracts'

export interface ScanQueue {
  /**
   * Runs the work when there is room for it. Throws `rate_limit_exceeded` at once when too many wait already, and the
   * signal's reason when it aborts before the work has begun; what has begun must watch the signal itself.
   */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  readonly running: number
  readonly waiting: number
}

interface ScanQueueOptions {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/** A caller who was turned away is asked to wait so long, in seconds. */
const RETRY_AFTER_SECONDS = 5

/** Lets a few scans run at once and a few more wait, in the order of their coming. */
export function createScanQueue({ maxRunning, maxWaiting }: ScanQueueOptions): ScanQueue {
  let running = 0
  const waiting: (() => void)[] = []

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < maxRunning) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) {
      throw new SluiceError({
        code: 'rate_limit_exceeded',
        message: 'Too many scans are waiting. Try again later.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      }
      waiting.push(begin)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
    const next = waiting.shift()
    // The place is handed over, so `running` stays as it is.
    if (next) next()
    else running -= 1
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting.length
    },
  }
}
