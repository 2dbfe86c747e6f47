import { ACTION_NAMES, type PolicyViolation } from '@sluice/contracts'
import { type PolicyDecision, refusalOfUser } from '@sluice/policy'
import type { Awaitable, Exchange, Inspector, InspectorDecision } from '../../layer.ts'
import type { KnownUser, UsersStore } from '../../ports/users-store.ts'
import { type ModelRequest, ordersOf } from '../../request/index.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { workInSlices } from '../../run/slice-queue.ts'
import { type Action, classifySteps } from './classify-action.ts'

interface InterceptOptions {
  readonly users: UsersStore
  /** The longest that the Users store may take, in milliseconds. */
  readonly lookUpTimeoutMs: number
  /** The longest that the whole layer may take, reading a long text in turns with others included. */
  readonly timeoutMs: number
}

/**
 * L0: lets in only users that the Users store knows as active, and asks the policy whether this caller may set out to
 * do what the request asks for: at once, once it has said why, after a human said so (`hold`), or not at all. Refuses
 * with `user_not_active`, `reason_required` or `action_not_permitted`. A Users store that cannot tell rejects, so the
 * runner denies.
 *
 * The classification reads orders by their words (docs/action-taxonomy.md). It cannot catch an order that is implied,
 * spread over messages, put as a question or written in a language that the rules lack, nor what a tool really does
 * behind a harmless name.
 */
export function createInterceptLayer({ users, lookUpTimeoutMs, timeoutMs }: InterceptOptions): Inspector<'L0'> {
  return {
    id: 'L0',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { tenant, sub } = exchange.origin.principal
      const user = users.find(tenant, sub)
      if (!(user instanceof Promise)) return decideFor(user, request, exchange)
      return exchange.scope.wait(user, lookUpTimeoutMs).then((found) => decideFor(found, request, exchange))
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
  if (request.kind === 'embeddings') return decideDocument(exchange)
  const action = classify(request, exchange.scope)
  return action instanceof Promise
    ? action.then((classified) => decideAction(classified, exchange))
    : decideAction(action, exchange)
}

function classify(request: ModelRequest & { kind: 'chat' }, scope: AbortScope): Awaitable<Action> {
  return request.remote === undefined
    ? workInSlices(classifySteps(ordersOf(request.body)), scope)
    : request.remote.L0(undefined, scope)
}

/** Text that is only embedded is looked up later. It orders nothing, so it never waits for a human. */
const DOCUMENT: Action = { category: 'D', rule: 'document' }

function decideDocument(exchange: Exchange): InspectorDecision<'L0'> {
  const decision = askPolicy(DOCUMENT, exchange)
  // A client of embeddings cannot show that a request waits, so what would be held is refused.
  return decision.effect === 'permit' ? { type: 'allow', facts: { action: DOCUMENT } } : refuse(DOCUMENT, decision)
}

function decideAction(action: Action, exchange: Exchange): InspectorDecision<'L0'> {
  const decision = askPolicy(action, exchange)
  switch (decision.effect) {
    case 'permit':
      return { type: 'allow', facts: { action } }
    case 'hold': {
      const held = violations('held', action, decision.policyIds)
      return { type: 'hold', reason: action, facts: { action }, violations: held }
    }
    default:
      return refuse(action, decision)
  }
}

function askPolicy({ category }: Action, { origin, runtime }: Exchange): PolicyDecision {
  const { principal, request, reason } = origin
  const context = { model: request.body.model, reasonGiven: reason !== undefined }
  return runtime.policy.decide({ principal, action: 'perform-action', resource: { category }, context })
}

function refuse(action: Action, { effect, policyIds }: PolicyDecision): InspectorDecision<'L0'> {
  return {
    type: 'deny',
    refusal: { code: effect === 'require-reason' ? 'reason_required' : 'action_not_permitted' },
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
