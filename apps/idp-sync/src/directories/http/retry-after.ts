import type { HttpAnswer } from './send-request.ts'

/** The most digits of a whole number of seconds that are read. */
const SECONDS = /^\d{1,10}$/
/** `Date.parse` alone makes a date of nearly anything, `-1` and `1.5` too. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/

/**
 * How long the server asks to wait, in milliseconds from now: `retry-after` in seconds or as a date (RFC 9110, section
 * 10.2.3), else Okta's `x-rate-limit-reset`, in seconds since the Unix epoch. Undefined where it says neither.
 */
export function askedWaitMs({ headers }: Pick<HttpAnswer, 'headers'>, nowMs: number): number | undefined {
  const retryAfter = single(headers['retry-after'])
  if (retryAfter !== undefined) {
    if (SECONDS.test(retryAfter)) return Number(retryAfter) * 1_000
    const atMs = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - nowMs)
  }
  return resetWaitMs({ headers }, nowMs)
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
