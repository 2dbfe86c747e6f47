import type { EndpointError, EndpointFailure } from '../../ports/model-endpoint.ts'
import type { UpstreamAttempt } from '../../ports/upstream-attempt.ts'

/** Statuses with which an endpoint refuses the key that it was given. */
const UNAUTHORIZED: ReadonlySet<number> = new Set([401, 403])
/** Statuses with which a server says that it waited for too long. */
const TIMEOUT: ReadonlySet<number> = new Set([408, 504])

/** Describes an attempt that failed. */
export function describeFailure({
  failure,
  cause,
}: EndpointError): Pick<UpstreamAttempt, 'outcome' | 'status' | 'cause'> {
  return {
    outcome: outcomeOf(failure),
    ...(failure.kind === 'status' && { status: failure.status }),
    ...(cause !== undefined && { cause }),
  }
}

function outcomeOf(failure: EndpointFailure): Exclude<UpstreamAttempt['outcome'], 'answered'> {
  switch (failure.kind) {
    case 'busy':
      return 'busy'
    case 'limited':
      return 'limited'
    case 'connect':
      return 'unreachable'
    case 'headers-timeout':
      return 'timeout'
    case 'protocol':
      return 'invalid_answer'
    case 'status':
      if (UNAUTHORIZED.has(failure.status)) return 'unauthorized'
      if (TIMEOUT.has(failure.status)) return 'timeout'
      if (failure.status === 429) return 'rate_limited'
      return failure.status >= 400 && failure.status < 500 ? 'rejected' : 'failed'
  }
}
