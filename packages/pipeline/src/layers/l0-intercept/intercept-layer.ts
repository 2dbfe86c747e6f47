import { ACTION_NAMES, type PolicyViolation } from '@sluice/contracts'
import { refusalOfUser } from '@sluice/policy'
import type { Decision, RequestLayer } from '../../layer.ts'
import type { UsersStore } from '../../ports/users-store.ts'
import { type Action, classifyAction } from './classify-action.ts'

export interface InterceptOptions {
  readonly users: UsersStore
  readonly timeoutMs: number
}

/**
 * L0: lets in only users that the Users store knows as active, and asks the policy whether this caller may set out to
 * do what the request asks for: at once, after a human said so (`hold`), or not at all. Refuses with
 * `user_not_active` or `action_not_permitted`. A Users store that cannot tell rejects, so the runner denies.
 *
 * The classification reads orders by their words (docs/action-taxonomy.md). It cannot catch an order that is implied,
 * spread over messages, put as a question or written in a language that the rules lack, nor what a tool really does
 * behind a harmless name.
 */
export function createInterceptLayer({ users, timeoutMs }: InterceptOptions): RequestLayer {
  return {
    id: 'L0',
    timeoutMs,
    onError: 'deny',
    async inspectRequest(request, { principal, policy, signal }): Promise<Decision> {
      const user = await users.find(principal.tenant, principal.sub)
      const inactive = refusalOfUser(user)
      if (inactive !== undefined) return { type: 'deny', refusal: { code: inactive } }
      const action = await classifyAction(request, signal)
      const facts = { action }
      const { category } = action
      const { effect, policyIds } = policy.decide({ principal, action: 'perform-action', resource: { category } })
      switch (effect) {
        case 'permit':
          return { type: 'allow', facts }
        case 'hold':
          return { type: 'hold', reason: action, facts, violations: [violation('held', action, policyIds[0])] }
        default:
          return {
            type: 'deny',
            refusal: { code: 'action_not_permitted' },
            facts,
            violations: [violation('blocked', action, policyIds[0])],
          }
      }
    },
  }
}

function violation(kind: 'held' | 'blocked', { category, rule }: Action, policyId: string): PolicyViolation {
  return {
    policy_id: policyId,
    layer: 'L0',
    action: kind,
    severity: kind === 'held' ? 'medium' : 'high',
    message: `Category ${category} (${ACTION_NAMES[category]}), rule ${rule}.`,
  }
}
