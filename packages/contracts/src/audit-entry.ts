/** One record as the audit trail keeps it: what can be looked for, beside the record itself. */
export interface AuditEntry {
  /** The record's own id: no two have the same, and a record that is delivered twice keeps it. Up to 64 characters. */
  readonly id: string
  readonly tenant: string
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number
  /** `request.answered`, `user.frozen` and the like: see docs/events.md. */
  readonly type: string
  /** 0 (of no concern) to 10, as CEF counts: that of the gravest event of the record. */
  readonly severity: number
  /** The user whom it is about. */
  readonly sub?: string | undefined
  /** Who did it, where that is not the user: `user:SUB`, `soar:KEY` and the like. */
  readonly actor?: string | undefined
  readonly sessionId?: number | undefined
  readonly requestId?: string | undefined
  /** A code of the error table. */
  readonly code?: string | undefined
  /** The layers that looked at the request, in their order, each once. */
  readonly layers: readonly string[]
  /** The policies that determined something, each once. */
  readonly policyIds: readonly string[]
  /** Written as JSON. */
  readonly record: object
}
