import type { Refusal } from '@sluice/contracts'
import type { EndpointFailure } from '../../ports/model-endpoint.ts'

/** What follows from an endpoint's failure. */
export interface Consequence {
  /** Whether the same endpoint may be asked again. */
  readonly retry: boolean
  /** Whether another endpoint may be asked. */
  readonly fallback: boolean
  /** The refusal that the caller gets if that was the last attempt. */
  readonly refusal: Refusal
}

/** Statuses that pass by themselves: RFC 9110, 15.5.9 and 15.6; 529 is Anthropic's `overloaded_error`. */
const PASSING: ReadonlySet<number> = new Set([408, 500, 502, 503, 504, 529])
/** Statuses that say the request itself is wrong: no other endpoint would take it. */
const CALLERS_FAULT: ReadonlySet<number> = new Set([400, 404, 413, 422])

/** Decides what follows from a failure. Pure. */
export function consequenceOf(failure: EndpointFailure): Consequence {
  switch (failure.kind) {
    case 'connect':
      return { retry: true, fallback: true, refusal: { code: 'upstream_error' } }
    case 'headers-timeout':
      return { retry: true, fallback: true, refusal: { code: 'upstream_timeout' } }
    case 'protocol':
      return { retry: false, fallback: true, refusal: { code: 'upstream_error' } }
    case 'status':
      return ofStatus(failure)
  }
}

function ofStatus({
  status,
  retryAfterSeconds,
  rateLimit,
  upstream,
}: EndpointFailure & { kind: 'status' }): Consequence {
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  if (status === 429) {
    // A spent quota does not come back within a request (OpenAI's error codes).
    const retry = upstream?.code !== 'insufficient_quota'
    return { retry, fallback: true, refusal: { code: 'rate_limited', ...later, ...(rateLimit && { rateLimit }) } }
  }
  if (PASSING.has(status)) {
    const code = status === 504 || status === 408 ? 'upstream_timeout' : 'upstream_error'
    return { retry: true, fallback: true, refusal: { code, ...later } }
  }
  if (CALLERS_FAULT.has(status)) {
    return {
      retry: false,
      fallback: false,
      refusal: {
        code: 'upstream_rejected',
        // If it quotes the prompt, it quotes the tokens that the model was given.
        ...(upstream?.message && { message: upstream.message }),
        ...(upstream?.param && { param: upstream.param }),
      },
    }
  }
  // Above all 401 and 403: the gateway's own key is at fault.
  return { retry: false, fallback: true, refusal: { code: 'upstream_error' } }
}
