import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'

export interface RetryingOptions<T> {
  readonly attempt: () => Promise<T>
  readonly clock: Clock
  /** After a first failure no new attempt is made for this long; the pause doubles with each further failure. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/**
 * Wraps an attempt so that callers that come at once share one attempt, and callers that come within the pause after a
 * failure get that failure at once. A dead identity provider is thus asked a bounded number of times, whatever the load.
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
