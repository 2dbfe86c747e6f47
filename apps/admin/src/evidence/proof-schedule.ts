import { randomInt } from 'node:crypto'
import type { TrailRecord } from '@sluice/contracts'

/** Endpoints that may see data of this level and above are looked at more closely. */
const CLOSE_LEVEL = 5
/** How finely a random part is chosen. */
const PARTS = 1_000_000

interface ScheduleOptions {
  /** How long the oldest due proof has waited, in milliseconds. */
  readonly backlogAgeMs: () => number
  /** Up to this age every proof is made, in milliseconds. */
  readonly youngMs: number
  /** The part of the others that is chosen above it, 0 to 1. */
  readonly sample: number
  /** 0 (inclusive) to 1 (exclusive); a random number unless a test needs to know it. */
  readonly random?: () => number
}

/**
 * Chooses the records whose proofs are made without being asked for: every clearance, and every request that was held
 * or denied, or that went to an endpoint for data of level 5 and above. Of the rest all, while the backlog is young,
 * else a random part.
 *
 * It looks at nothing that a proof hides, or the mere presence of a proof would tell it: not at the level of the
 * request, of what was restored or of the caller, and not at the severity, which follows from these.
 *
 * The choice is a measure against load and no security: what binds is that an auditor can ask for any proof.
 */
export function createProofSchedule(options: ScheduleOptions): (record: TrailRecord) => boolean {
  const { backlogAgeMs, youngMs, sample, random = () => randomInt(PARTS) / PARTS } = options
  return (record) => {
    if (record.kind === 'clearance') return true
    if (record.kind !== 'request' || record.evidence === undefined) return false
    if (record.outcome === 'held' || record.outcome === 'denied') return true
    if (record.evidence.endpoints.some(([, level]) => level >= CLOSE_LEVEL)) return true
    return backlogAgeMs() <= youngMs || random() < sample
  }
}
