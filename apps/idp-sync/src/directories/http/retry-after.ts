import { parseRetryAfterMs } from '@sluice/contracts'
import type { HttpAnswer } from './send-request.ts'

/** The most digits of a whole number of seconds that are read. */
const SECONDS = /^\d{1,10}$/

/**
 * How long the server asks to wait, in milliseconds from now: `retry-after`, else Okta's `x-rate-limit-reset`,
 * in seconds since the Unix epoch. Undefined where it says neither.
 */
export function askedWaitMs({ headers }: Pick<HttpAnswer, 'headers'>, nowMs: number): number | undefined {
  return parseRetryAfterMs(single(headers['retry-after']), nowMs) ?? resetWaitMs({ headers }, nowMs)
}

/** When the window of Okta's rate limit begins anew, from now. */
export function resetWaitMs({ headers }: Pick<HttpAnswer, 'headers'>, nowMs: number): number | undefined {
  const reset = single(headers['x-rate-limit-reset'])
  return reset !== undefined && SECONDS.test(reset) ? Math.max(0, Number(reset) * 1_000 - nowMs) : undefined
}

/** True where no request is left in the window. */
export function isExhausted({ headers }: Pick<HttpAnswer, 'headers'>): boolean {
  return single(headers['x-rate-limit-remaining']) === '0'
}

function single(value: string | string[] | undefined): string | undefined {
  return (typeof value === 'string' ? value : value?.[0])?.trim()
}
