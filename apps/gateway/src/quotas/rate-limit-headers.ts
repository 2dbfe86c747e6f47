import type { ServerResponse } from 'node:http'
import type { QuotaUse } from './quota-use.ts'

/**
 * Tells the caller how many requests are left, in OpenAI's headers; nothing where requests have no limit. They are set
 * on Node's response, as the request id is, so that each kind of answer has them. An endpoint's own, which come with
 * its 429, replace them.
 *
 * Source: OpenAI's API reference, "Rate limits in headers".
 */
export function setRateLimitHeaders(outgoing: ServerResponse, use: QuotaUse): void {
  const { limit, remaining, untilFullMs } = use.requestsLeft()
  if (limit === Number.POSITIVE_INFINITY) return
  outgoing.setHeader('x-ratelimit-limit-requests', String(limit))
  outgoing.setHeader('x-ratelimit-remaining-requests', String(remaining))
  outgoing.setHeader('x-ratelimit-reset-requests', formatDuration(untilFullMs))
}

/** Milliseconds as OpenAI writes them: `17ms`, `8.64s`, `6m0s`. */
export function formatDuration(ms: number): string {
  const whole = Math.ceil(ms)
  if (whole < 1_000) return `${whole}ms`
  if (whole < 60_000) return `${whole / 1_000}s`
  return `${Math.floor(whole / 60_000)}m${(whole % 60_000) / 1_000}s`
}
