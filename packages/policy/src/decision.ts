/**
 * What the policy answers. `hold` means: permitted once a human has approved it.
 *
 * `policyIds` names the policies that determined the effect, each in the one style of {@link policyIdSchema}. It is
 * never empty: {@link DEFAULT_DENY} stands where no policy permits what is asked.
 */
export interface PolicyDecision {
  readonly effect: 'permit' | 'hold' | 'forbid'
  readonly policyIds: readonly [string, ...string[]]
}

/** The policy id of a refusal that no policy states: what is not permitted is forbidden. */
const DEFAULT_DENY = 'default-deny'

/** Forbids what no policy permits. */
export const DENIED_BY_DEFAULT: PolicyDecision = Object.freeze({ effect: 'forbid', policyIds: [DEFAULT_DENY] as const })

/** Creates a decision that is shared by all who ask the same question. */
export function decided(effect: PolicyDecision['effect'], ...policyIds: [string, ...string[]]): PolicyDecision {
  return Object.freeze({ effect, policyIds: Object.freeze(policyIds) })
}
