import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoliciesRepository, StoredPolicy } from '@sluice/db'

/** A fault of a stored policy that keeps all policies of its tenant from being used. */
interface StoredPolicyFault {
  readonly policyId: string
  readonly line: number
  readonly column: number
}

/** The policy of a service, as far as it takes the stored policies of a tenant. */
export interface PolicyTarget {
  /** Takes these policies in place of all that the tenant had. Returns why they cannot be used. */
  replace(tenant: string, policies: readonly StoredPolicy[]): readonly StoredPolicyFault[]
}

/** Called for each tenant whose stored policies cannot be used. */
type OnBroken = (tenant: string, faults: readonly StoredPolicyFault[]) => void

/**
 * Creates a reader that hands each tenant's policies to the target when they have changed since its last call. What
 * changes while it reads is read again by the next call. Throws `dependency_unavailable`; tenants that were handed over
 * by then stay so.
 */
export function createPolicyReader(
  repository: Pick<PoliciesRepository, 'revisions' | 'all'>,
  target: PolicyTarget,
  onBroken: OnBroken,
): () => Promise<void> {
  const known = new Map<string, number>()
  return async () => {
    const revisions = await repository.revisions()
    for (const [tenant, revision] of revisions) {
      if (known.get(tenant) === revision) continue
      const policies = await repository.all(tenant)
      // To parse the policies of one tenant takes milliseconds: requests come between two tenants.
      await nextTurn()
      const faults = target.replace(tenant, policies)
      if (faults.length > 0) onBroken(tenant, faults)
      known.set(tenant, revision)
    }
  }
}
