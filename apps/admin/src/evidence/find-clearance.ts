import type { AuditRow, AuditTrail } from '@sluice/db'
import { basisDigest, readEvidence } from '@sluice/evidence'
import { LRUCache } from 'lru-cache'

const PAGE = 100
const MAX_KNOWN = 1_000

/**
 * Finds the record of a session's clearance by the digest of its basis: a session has one for each gateway process that
 * served it, and more where claims or policies changed. Those that were found lately come from memory. Throws
 * `dependency_unavailable`.
 */
export function createClearanceFinder(trail: Pick<AuditTrail, 'list'>) {
  const known = new LRUCache<string, AuditRow>({ max: MAX_KNOWN })
  return async (tenant: string, sessionId: number, basis: string): Promise<AuditRow | undefined> => {
    const name = `${basis}\n${sessionId}\n${tenant}`
    const remembered = known.get(name)
    if (remembered !== undefined) return remembered
    const filter = { tenant, sessionId, type: 'session.clearance' }
    for (let beyond: number | undefined; ; ) {
      const rows: readonly AuditRow[] = await trail.list({ filter, first: 'newest', beyond, limit: PAGE })
      const found = rows.find(({ evidence }) => evidence !== undefined && hasBasis(evidence, basis))
      if (found !== undefined) known.set(name, found)
      beyond = rows.at(-1)?.number
      if (found !== undefined || rows.length < PAGE) return found
    }
  }
}

function hasBasis(evidence: string, basis: string): boolean {
  const part = readEvidence(evidence)
  return part.kind === 'clearance' && basisDigest(part.basis) === basis
}
