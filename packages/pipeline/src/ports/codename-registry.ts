import type { Level } from '@sluice/contracts'

/** One registered codename. */
export interface CodenameTerm {
  readonly term: string
  readonly level: Level
}

/** A tenant's codenames as they stand; a new version whenever a term changed. */
export interface CodenameTerms {
  readonly version: string
  readonly terms: readonly CodenameTerm[]
}

/** The Private Semantic Map, as L2 reads it. */
export interface CodenameRegistry {
  current(tenant: string): CodenameTerms
}
