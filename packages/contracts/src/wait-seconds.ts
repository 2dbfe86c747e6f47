import { ERRORS, type Refusal } from './errors.ts'

/**
 * Whole seconds by the status of the table, where nobody knows how long it will last. The official clients try twice
 * more, and so outlast a part that is away for a moment, as it is while it starts again.
 */
const SECONDS_BY_STATUS: Readonly<Record<number, number>> = { 429: 1, 503: 2 }

/**
 * How many whole seconds the caller of a refused request is asked to wait, for `retry-after` (RFC 9110, 10.2.3).
 * Undefined where trying again cannot help, or where the clients' own delays do.
 */
export function waitSecondsOf({ code, retry, retryAfterSeconds }: Refusal): number | undefined {
  const { status } = ERRORS[code]
  return retryAfterSeconds ?? (status === 503 && retry === false ? undefined : SECONDS_BY_STATUS[status])
}
