/** One scan that was asked for (specification, section 2, and rule 1 of section 4: whatever became of it). */
export interface HistoryRecord {
  readonly id: string
  readonly path: string
  /** 0 of a failed scan. */
  readonly findingCount: number
  /** 0 to 1; 0 of a failed scan, where it says nothing. */
  readonly score: number
  readonly status: 'completed' | 'failed'
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
