/**
 * What a route may add to the line that is logged for each request. Only ids, names from the configuration and values
 * of closed sets: never a free text of the caller, and never content.
 */
export interface RequestLogFields {
  /** The tenant and subject of the verified token. */
  readonly tenant?: string
  readonly sub?: string
  readonly sessionId?: string
  /** The name of a model that is served; not the name that was asked for, which may be any text. */
  readonly model?: string
  /** The configured name of the model endpoint that answered. */
  readonly endpoint?: string
  readonly outcome?: 'answered' | 'held' | 'denied' | 'failed'
  /** A code of the error table. Set for every error response; a route sets it for an error inside a stream. */
  readonly code?: string
  /**
   * A constant path template instead of `unmatched`: for a route on `/v1/images/*` and the like. Also a metric label.
   */
  readonly route?: string
}
