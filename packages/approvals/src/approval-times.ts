/** How long each state lasts before it lapses, in milliseconds. */
export interface ApprovalTimes {
  /** A request waits for its approvers this long. */
  readonly pendingMs: number
  /** An approved one waits for a worker this long. */
  readonly approvedMs: number
  /** A started one is believed to run for this long after the last sign of life of its worker. */
  readonly startedMs: number
  /** Request and answer are kept this long after the end. */
  readonly contentMs: number
  /** What is known beside them is kept this long after that. */
  readonly subjectMs: number
}
