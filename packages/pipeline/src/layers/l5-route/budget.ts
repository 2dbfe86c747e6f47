import type { Exchange } from '../../layer.ts'

/** The time that may pass until an answer begins. */
export interface Budget {
  /** Aborts with the exchange, and when the time is up before an answer has begun. */
  readonly signal: AbortSignal
  readonly isSpent: boolean
  remainingMs(): number
  /** The answer has begun. From now on only the exchange ends it. */
  answerBegun(): void
  /** There is no answer. Releases the timer and the listener. */
  close(): void
}

/** Starts a budget. The caller must call `answerBegun` or `close`. */
export function startBudget(budgetMs: number, { runtime: { signal, clock } }: Exchange): Budget {
  const controller = new AbortController()
  const startedMs = clock.monotonicMs()
  let isSpent = false
  const onAbort = () => controller.abort(signal.reason)
  const timer = setTimeout(() => {
    isSpent = true
    controller.abort()
  }, budgetMs)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return {
    signal: controller.signal,
    get isSpent() {
      return isSpent
    },
    remainingMs: () => budgetMs - (clock.monotonicMs() - startedMs),
    answerBegun: () => clearTimeout(timer),
    close: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
