/** Whole seconds; some endpoints add a fraction. */
const SECONDS = /^\d{1,10}(?:\.\d{1,10})?$/
/** The preferred form of a date (RFC 9110, section 5.6.7). `Date.parse` alone takes nearly any text, `-1` too. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Reads a header `retry-after` (RFC 9110, section 10.2.3): how long to wait from now, in milliseconds, at least 0.
 * Undefined where it says neither seconds nor a date.
 */
export function parseRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text) * 1_000
  const atMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
