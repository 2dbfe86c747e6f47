/** How one attempt to ask a model endpoint ended. */
type AttemptOutcome =
  | 'answered'
  | 'busy'
  | 'limited'
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
