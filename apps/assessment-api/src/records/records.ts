/** One scan that was asked for and completed (specification, section 2). */
export interface HistoryRecord {
  readonly id: string
  readonly path: string
  readonly findingCount: number
  /** 0 to 1. */
  readonly score: number
  readonly status: 'completed'
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** One mutating request (specification, sections 2 and 6). */
export interface AuditEntry {
  /** The claim `unique_name`, or `anonymous`. */
  readonly actor: string
  /** The HTTP method. */
  readonly action: string
  /** The path of the request. */
  readonly target: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** `Status: <code>`. */
  readonly detail: string
}
