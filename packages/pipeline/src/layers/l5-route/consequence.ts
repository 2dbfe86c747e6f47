import type { ErrorCode, Refusal } from '@sluice/contracts'
import type { EndpointFailure, UpstreamCode } from '../../ports/model-endpoint.ts'

/** What follows from an endpoint's failure. */
interface Consequence {
  /** Whether the same endpoint may be asked again. */
  readonly retry: boolean
  /** Whether another endpoint may be asked. */
  readonly fallback: boolean
  /** The refusal that the caller gets if that was the last attempt. */
  readonly refusal: Refusal
}

/** Anthropic's `overloaded_error`. */
const OVERLOADED = 529
/** Statuses that pass by themselves: RFC 9110, 15.5.9 and 15.6. */
const PASSING: ReadonlySet<number> = new Set([408, 500, 502, 503, 504, OVERLOADED])
/** Statuses that say the request itself is wrong: no other endpoint would take it. */
const CALLERS_FAULT: ReadonlySet<number> = new Set([400, 422])
/** Statuses that refuse the key with which the endpoint was asked. */
const REFUSED_KEY: ReadonlySet<number> = new Set([401, 403])

const TOO_LONG = 'The request is too large for the model endpoint.'
const LIMITED = 'The model endpoint takes no more requests now. Try again later.'
/** Streams that hold connections last for seconds at least. */
const BUSY: Refusal = {
  code: 'rate_limit_exceeded',
  message: 'No connection to the model endpoint became free for you. Try again in 5 s.',
  retryAfterSeconds: 5,
}

const OVER_RATE = {
  code: 'rate_limit_exceeded',
  message: 'The model endpoint is sent no more requests this minute. Try again later.',
} as const

/** Decides what follows from a failure. Pure. */
export function consequenceOf(failure: EndpointFailure): Consequence {
  switch (failure.kind) {
    case 'busy':
      return { retry: false, fallback: true, refusal: BUSY }
    case 'limited':
      return { retry: false, fallback: true, refusal: { ...OVER_RATE, retryAfterSeconds: failure.retryAfterSeconds } }
    case 'connect':
      return { retry: true, fallback: true, refusal: { code: 'upstream_unreachable' } }
    case 'headers-timeout':
      return { retry: true, fallback: true, refusal: { code: 'upstream_timeout' } }
    case 'protocol':
      return { retry: false, fallback: true, refusal: { code: 'upstream_invalid_answer' } }
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
    const more = { ...later, ...(rateLimit && { rateLimit }) }
    // A spent quota does not come back within a request (OpenAI's error codes).
    return upstream?.code === 'insufficient_quota'
      ? { retry: false, fallback: true, refusal: { code: 'insufficient_quota', ...more } }
      : { retry: true, fallback: true, refusal: { code: 'rate_limit_exceeded', message: LIMITED, ...more } }
  }
  if (PASSING.has(status)) {
    if (status === 504 || status === 408) {
      return { retry: true, fallback: true, refusal: { code: 'upstream_timeout', ...later } }
    }
    const failed: Refusal = status === OVERLOADED ? { code: 'upstream_overloaded' } : failedWith(status)
    return { retry: true, fallback: true, refusal: { ...failed, ...later } }
  }
  if (CALLERS_FAULT.has(status)) {
    return {
      retry: false,
      fallback: false,
      refusal: {
        code: rejectionOf(upstream?.code),
        // The endpoint has let it pass. If it quotes the prompt, it quotes the tokens that the model was given.
        ...(upstream?.message && { message: upstream.message }),
        ...(upstream?.param && { param: upstream.param }),
      },
    }
  }
  // This endpoint does not have the model, whatever configuration says; another one may.
  if (status === 404) return { retry: false, fallback: true, refusal: { code: 'model_not_found', param: 'model' } }
  if (status === 413) return { retry: false, fallback: true, refusal: { code: 'request_too_large', message: TOO_LONG } }
  // This service's own key is at fault: the caller learns that, and nothing of what the endpoint says about the key.
  if (REFUSED_KEY.has(status)) {
    return { retry: false, fallback: true, refusal: { code: 'upstream_unauthorized' } }
  }
  return { retry: false, fallback: true, refusal: failedWith(status) }
}

/** Codes of limits belong to a 429. */
function rejectionOf(code: UpstreamCode | undefined): ErrorCode {
  return code === 'context_length_exceeded' || code === 'content_filter' ? code : 'upstream_rejected'
}

function failedWith(status: number): Refusal {
  return { code: 'upstream_error', message: `The model endpoint failed with status ${status}.` }
}
