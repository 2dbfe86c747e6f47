import type { AuditTrail, LegalHold } from '@sluice/db'
import type { MappingHolds } from '@sluice/token-vault'

type Held = Pick<LegalHold, 'id' | 'tenant' | 'sub' | 'sessionId'>

/** Keeps the values behind the tokens of those who are under a legal hold. */
export interface HeldMappings {
  /** Returns of how many sessions values are stored. Throws `dependency_unavailable`. */
  hold(hold: Held): Promise<number>
  /** Lets them expire after a day, but for what another hold keeps. Throws `dependency_unavailable`. */
  release(hold: Held): Promise<void>
}

interface HeldMappingsOptions {
  readonly mappings: MappingHolds
  /** Knows whose session it was, also once the session has ended. */
  readonly trail: Pick<AuditTrail, 'list'>
}

/** A session begins with the clearance of its user. */
const ROWS_LOOKED_AT = 100

export function createHeldMappings({ mappings, trail }: HeldMappingsOptions): HeldMappings {
  async function subjectOf({ tenant, sub, sessionId }: Held) {
    if (sub !== undefined) return { tenant, sub }
    // An act on a session need not name its user.
    const rows = await trail.list({ filter: { tenant, sessionId }, first: 'oldest', limit: ROWS_LOOKED_AT })
    const found = rows.find((row) => row.sub !== undefined)?.sub
    return found === undefined ? undefined : { tenant, sub: found, sessionId }
  }
  return {
    async hold(held) {
      const subject = await subjectOf(held)
      return subject === undefined ? 0 : await mappings.hold(subject, held.id)
    },
    async release(held) {
      const subject = await subjectOf(held)
      if (subject !== undefined) await mappings.release(subject, held.id)
    },
  }
}
