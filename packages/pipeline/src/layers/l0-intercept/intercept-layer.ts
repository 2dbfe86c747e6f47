import { ACTION_NAMES, type PolicyViolation } from '@sluice/contracts'
import { type PolicyDecision, refusalOfUser } from '@sluice/policy'
import type { Awaitable, Exchange, Inspector, InspectorDecision } from '../../layer.ts'
import type { KnownUser, UsersStore } from '../../ports/users-store.ts'
import { type ModelRequest, ordersOf } from '../../request/index.ts'
import { type Action, classifyAction } from './classify-action.ts'

interface InterceptOptions {
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
export function createInterceptLayer({ users, timeoutMs }: InterceptOptions): Inspector<'L0'> {
  return {
    id: 'L0',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { tenant, sub } = exchange.origin.principal
      const user = users.find(tenant, sub)
      return user instanceof Promise
        ? user.then((found) => decideFor(found, request, exchange))
        : decideFor(user, request, exchange)
    },
  }
}

function decideFor(
  user: KnownUser | undefined,
  request: ModelRequest,
  exchange: Exchange,
): Awaitable<InspectorDecision<'L0'>> {
  const inactive = refusalOfUser(user)
  if (inactive !== undefined) return { type: 'deny', refusal: { code: inactive } }
  const orders = ordersOf(request)
  if (orders === undefined) return decideDocument(exchange)
  const action = classifyAction(orders, exchange.runtime.signal)
  return action instanceof Promise
    ? action.then((classified) => decideAction(classified, exchange))
    : decideAction(action, exchange)
}

/** Text that is only embedded is looked up later. It orders nothing, so it never waits for a human. */
const DOCUMENT: Action = { category: 'D', rule: 'document' }

function decideDocument(exchange: Exchange): InspectorDecision<'L0'> {
  const { effect, policyIds } = askPolicy(DOCUMENT, exchange)
  // A client of embeddings cannot show that a request waits, so what would be held is refused.
  return effect === 'permit' ? { type: 'allow', facts: { action: DOCUMENT } } : refuse(DOCUMENT, policyIds)
}

function decideAction(action: Action, exchange: Exchange): InspectorDecision<'L0'> {
  const { effect, policyIds } = askPolicy(action, exchange)
  switch (effect) {
    case 'permit':
      return { type: 'allow', facts: { action } }
    case 'hold':
      return { type: 'hold', reason: action, facts: { action }, violations: violations('held', action, policyIds) }
    default:
      return refuse(action, policyIds)
  }
}

function askPolicy({ category }: Action, { origin, runtime }: Exchange): PolicyDecision {
  return runtime.policy.decide({ principal: origin.principal, action: 'perform-action', resource: { category } })
}

function refuse(action: Action, policyIds: readonly string[]): InspectorDecision<'L0'> {
  return {
    type: 'deny',
    refusal: { code: 'action_not_permitted' },
    facts: { action },
    violations: violations('blocked', action, policyIds),
  }
}

/** One for each policy that determined the decision. */
function violations(
  kind: 'held' | 'blocked',
  { category, rule }: Action,
  policyIds: readonly string[],
): PolicyViolation[] {
  return policyIds.map((policyId) => ({
    policy_id: policyId,
    layer: 'L0',
    action: kind,
    severity: kind === 'held' ? 'medium' : 'high',
    message: `Category ${category} (${ACTION_NAMES[category]}), rule ${rule}.`,
  }))
}
