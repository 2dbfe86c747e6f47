/** Terms by department and by class; the empty name stands for terms without one. */
export interface CodenameCounts {
  readonly departments: Readonly<Record<string, number>>
  readonly classes: Readonly<Record<string, number>>
}

/** Some of a tenant's terms, sealed. */
export interface CodenameBlock {
  readonly block: number
  /** Of the registry when the block was written last. */
  readonly version: number
  readonly sealed: string
  readonly terms: number
  readonly counts: CodenameCounts
}

/** The codenames of one tenant as a whole. */
export interface StoredRegistry {
  readonly tenant: string
  readonly version: number
  /** `user:SUB`; null before the first upload. */
  readonly changedBy: string | null
  readonly changedAt: Date | null
}
