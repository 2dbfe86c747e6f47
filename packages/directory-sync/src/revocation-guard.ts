import { createHash } from 'node:crypto'
import type { DirectorySyncRun } from '@sluice/db'
import type { Reconciliation } from './reconcile.ts'

export interface RevocationLimits {
  /** The share of the directory's active users that may be revoked within the window, 0 to 1; the default is 0.2. */
  readonly maxShare: number
  /** Fewer revocations than this within the window always pass; the default is 10. */
  readonly minUsers: number
  /** How far back earlier pulls count, in milliseconds; the default is a day. With 0 each pull counts alone. */
  readonly windowMs: number
}

/** `uses`: the ids of the runs whose confirmation it needs. */
type GuardDecision = { readonly passes: true; readonly uses: readonly string[] } | { readonly passes: false }

/**
 * Decides whether a plan may be carried out: where it and the earlier pulls of the window together revoke more than the
 * share, and at least `minUsers`, only if a CISO has confirmed these subjects or more of them. The share is measured on
 * the users who were active before those pulls.
 *
 * @param confirmed runs that were confirmed, not expired and not used before.
 * @param revokedBefore how many users were revoked within the window, since the last confirmation that was used.
 */
export function guardRevocations(
  { revocations, knownActive }: Pick<Reconciliation, 'revocations' | 'knownActive'>,
  limits: RevocationLimits,
  confirmed: readonly DirectorySyncRun[],
  revokedBefore: number,
): GuardDecision {
  const { maxShare, minUsers } = limits
  const revoked = revokedBefore + revocations.length
  const isSmall = revoked < minUsers || revoked <= maxShare * (revokedBefore + knownActive)
  if (isSmall || revocations.length === 0) return { passes: true, uses: [] }
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
