import { SluiceError } from '@sluice/contracts'
import type { QuotaLimits } from '@sluice/policy'

/** Which quota is used up. */
export type QuotaName = keyof QuotaLimits

/** Whose quota it is. */
export interface QuotaOwner {
  readonly scope: 'user' | 'key' | 'department' | 'tenant'
  /** Of the department or tenant, or the id of the API key. */
  readonly name: string
}

/** The least that a caller is asked to wait, in milliseconds: exchanges end at times that nobody knows. */
const LEAST_WAIT_MS = 1_000

const WORDS: Readonly<Record<QuotaName, { readonly tooMuch: string; readonly unit: string }>> = {
  requestsPerMinute: { tooMuch: 'Too many requests', unit: 'requests a minute' },
  refusalsPerMinute: { tooMuch: 'Too many of the requests were refused', unit: 'refused requests a minute' },
  openExchanges: { tooMuch: 'Too many requests at a time', unit: 'open requests' },
  bytesInFlight: { tooMuch: 'Too many bytes of requests at a time', unit: 'bytes of open requests' },
}

/**
 * The error of a quota that is used up, `rate_limit_exceeded`. It names the quota, whose it is, and the wait.
 *
 * @param limit at all gateways together.
 */
export function quotaRefusal(quota: QuotaName, owner: QuotaOwner, limit: number, waitMs = LEAST_WAIT_MS): SluiceError {
  const { tooMuch, unit } = WORDS[quota]
  const retryAfterSeconds = Math.ceil(Math.max(waitMs, LEAST_WAIT_MS) / 1_000)
  const message = `${tooMuch}: the limit of ${ownerText(owner)} is ${limit} ${unit}. Try again in ${retryAfterSeconds} s.`
  return new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds })
}

function ownerText({ scope, name }: QuotaOwner): string {
  if (scope === 'user') return 'your user'
  return scope === 'key' ? `your API key ${name}` : `your ${scope} ${name}`
}
