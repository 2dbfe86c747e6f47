import { createHash } from 'node:crypto'
import type { DirectorySyncRun } from '@sluice/db'
import type { Reconciliation } from './reconcile.ts'

export interface RevocationLimits {
  /** The share of the directory's active users that one pull may revoke, 0 to 1; the default is 0.2. */
  readonly maxShare: number
  /** Fewer revocations than this always pass; the default is 10. */
  readonly minUsers: number
}

/** `uses`: the ids of the runs whose confirmation it needs. */
type GuardDecision = { readonly passes: true; readonly uses: readonly string[] } | { readonly passes: false }

/**
 * Decides whether a plan may be carried out: where it revokes more than the share, and at least `minUsers`, only if a
 * CISO has confirmed these subjects or more of them. `confirmed` holds runs that were confirmed, not expired and not
 * used before.
 */
export function guardRevocations(
  { revocations, knownActive }: Pick<Reconciliation, 'revocations' | 'knownActive'>,
  limits: RevocationLimits,
  confirmed: readonly DirectorySyncRun[],
): GuardDecision {
  const { maxShare, minUsers } = limits
  if (revocations.length < minUsers || revocations.length <= maxShare * knownActive) return { passes: true, uses: [] }
  const subs = revocations.map(({ sub }) => sub)
  const digest = digestOf(subs)
  const covering = confirmed.find(({ plan }) => {
    if (plan?.confirmedAt === undefined) return false
    if (plan.digest === digest) return true
    const covered = plan.subs && new Set(plan.subs)
    return covered !== undefined && subs.every((sub) => covered.has(sub))
  })
  return covering === undefined ? { passes: false } : { passes: true, uses: [covering.id] }
}

/** SHA-256, in hexadecimal, over the subjects in order of their UTF-16 code units, as a JSON array. */
export function digestOf(subs: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...subs].sort()))
    .digest('hex')
}
