import type { Approvers } from './approvers.ts'

/**
 * What the policy answers. `hold` means: permitted once a human has approved it; `require-reason`: permitted once the
 * caller has given a reason. Only `perform-action` has these two. Where several apply, `forbid` is answered before
 * `require-reason`, and that before `hold`.
 *
 * `policyIds` names the policies that determined the effect, each in the one style of {@link policyIdSchema}. It is
 * never empty: {@link DEFAULT_DENY} stands where no policy permits what is asked.
 */
export interface PolicyDecision {
  readonly effect: 'permit' | 'hold' | 'require-reason' | 'forbid'
  readonly policyIds: readonly [string, ...string[]]
  /** With `hold`: whom the policies ask for, beside what configuration does. All entries must be met. */
  readonly approvers?: readonly Approvers[]
}

/** The policy id of a refusal that no policy states: what is not permitted is forbidden. */
const DEFAULT_DENY = 'default-deny'

/** Forbids what no policy permits. */
export const DENIED_BY_DEFAULT: PolicyDecision = Object.freeze({ effect: 'forbid', policyIds: [DEFAULT_DENY] as const })

/** Creates a decision that is shared by all who ask the same question. */
export function decided(effect: PolicyDecision['effect'], ...policyIds: [string, ...string[]]): PolicyDecision {
  return Object.freeze({ effect, policyIds: Object.freeze(policyIds) })
}
