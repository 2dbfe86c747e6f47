import type { ServerResponse } from 'node:http'
import type { ModelRequestKind } from '@sluice/pipeline'
import type { TokensLeft } from '../spending/spendings.ts'
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

/**
 * Tells the caller how many tokens of the minute are left, in the headers of the request's wire, where nothing has been
 * sent yet.
 *
 * Sources: OpenAI's API reference, "Rate limits in headers"; Anthropic's, "Response headers".
 */
export function setTokenHeaders(
  outgoing: ServerResponse,
  kind: ModelRequestKind,
  { limit, remaining, untilFullMs, fullAtMs }: TokensLeft,
): void {
  if (outgoing.headersSent) return
  if (kind === 'messages') {
    outgoing.setHeader('anthropic-ratelimit-tokens-limit', String(limit))
    outgoing.setHeader('anthropic-ratelimit-tokens-remaining', String(remaining))
    outgoing.setHeader('anthropic-ratelimit-tokens-reset', new Date(fullAtMs).toISOString())
    return
  }
  outgoing.setHeader('x-ratelimit-limit-tokens', String(limit))
  outgoing.setHeader('x-ratelimit-remaining-tokens', String(remaining))
  outgoing.setHeader('x-ratelimit-reset-tokens', formatDuration(untilFullMs))
}

/** Milliseconds as OpenAI writes them: `17ms`, `8.64s`, `6m0s`. */
export function formatDuration(ms: number): string {
  const whole = Math.ceil(ms)
  if (whole < 1_000) return `${whole}ms`
  if (whole < 60_000) return `${whole / 1_000}s`
  return `${Math.floor(whole / 60_000)}m${(whole % 60_000) / 1_000}s`
}
