export interface RetryPolicy {
  /** How often endpoints are asked for one request, all of them together, 1..10. */
  readonly attempts: number
  /** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
  readonly baseDelayMs: number
  /** No wait is longer, in milliseconds; an endpoint that asks for more is not asked again. */
  readonly maxDelayMs: number
  /** From the first attempt to the beginning of an answer, over all endpoints and waits, in milliseconds. */
  readonly budgetMs: number
}

/**
 * How long to wait before the next attempt, in milliseconds: exponential back-off with full jitter, and never less than
 * the upstream asks for.
 *
 * Source: AWS Architecture Blog, "Exponential Backoff And Jitter" (full jitter).
 *
 * @param failedAttempts how often all endpoints have been asked, from 1.
 * @param random 0 (inclusive) to 1 (exclusive).
 */
export function retryDelayMs(
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
): number {
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (failedAttempts - 1))
  return Math.max(random() * ceilingMs, (retryAfterSeconds ?? 0) * 1000)
}
