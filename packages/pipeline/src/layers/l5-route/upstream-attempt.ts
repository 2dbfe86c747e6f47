import type { EndpointError, EndpointFailure } from '../../ports/model-endpoint.ts'

/** How one attempt to ask a model endpoint ended. */
export type AttemptOutcome =
  | 'answered'
  | 'unreachable'
  | 'timeout'
  | 'invalid_answer'
  | 'unauthorized'
  | 'rate_limited'
  | 'rejected'
  | 'failed'

/** One attempt, for the log and the counters; never content, and never what an endpoint says of itself. */
export interface UpstreamAttempt {
  readonly requestId: string
  readonly endpoint: string
  /** As callers name it in this endpoint's configuration. */
  readonly model: string
  readonly outcome: AttemptOutcome
  /** The HTTP status, where the endpoint answered with an error. */
  readonly status?: number
  readonly cause?: unknown
}

/** Receives every attempt. Must not throw. */
export type AttemptObserver = (attempt: UpstreamAttempt) => void

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

function outcomeOf(failure: EndpointFailure): Exclude<AttemptOutcome, 'answered'> {
  switch (failure.kind) {
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
