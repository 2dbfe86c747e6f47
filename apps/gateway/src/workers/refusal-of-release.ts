import type { Principal, Refusal } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { type PolicySnapshot, refusalOfUser } from '@sluice/policy'

interface Owner {
  /** As the Users store knows it; undefined where it does not. */
  readonly user: Parameters<typeof refusalOfUser>[0]
  readonly principal: Principal
  readonly policy: PolicySnapshot
  /** Why the caller asked, where it said so. */
  readonly reason?: string | undefined
}

/**
 * Why an answer that humans have approved is not given out: its caller is not active any more, or the policy of now
 * does not let it do what a call in it does. Undefined where nothing stands against it, as a policy that would hold.
 */
export function refusalOfRelease(
  { user, principal, policy, reason }: Owner,
  { answer, category, model, tile }: Approval['subject'],
): Refusal | undefined {
  const inactive = refusalOfUser(user)
  if (inactive !== undefined) return inactive
  const context = { model, tile, reasonGiven: reason !== undefined }
  const isForbidden = (answer?.categories ?? [category]).some((each) => {
    const question = { principal, action: 'perform-action', resource: { category: each }, context } as const
    const { effect } = policy.decide(question)
    return effect !== 'permit' && effect !== 'hold'
  })
  return isForbidden ? { code: 'action_not_permitted' } : undefined
}
