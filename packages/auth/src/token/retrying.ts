import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'

interface RetryingOptions<T> {
  readonly attempt: () => Promise<T>
  readonly clock: Clock
  /** The pause after the first failure. It doubles with each further failure. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/**
 * Wraps an attempt so that concurrent callers share one, and callers within the pause after a failure get that failure
 * at once. That bounds the calls to a dead identity provider under any load.
 */
export function createRetrying<T>(options: RetryingOptions<T>): () => Promise<T> {
  const { attempt, clock, firstPauseMs, longestPauseMs } = options
  const share = singleFlight<'attempt', T>()
  let failure: { readonly error: unknown; readonly count: number; readonly nextAttemptMs: number } | undefined

  async function tryOnce(): Promise<T> {
    if (failure !== undefined && clock.monotonicMs() < failure.nextAttemptMs) throw failure.error
    try {
      const result = await attempt()
      failure = undefined
      return result
    } catch (error) {
      const count = (failure?.count ?? 0) + 1
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(count - 1, 30), longestPauseMs)
      failure = { error, count, nextAttemptMs: clock.monotonicMs() + pauseMs }
      throw error
    }
  }

  return () => share('attempt', tryOnce)
}
