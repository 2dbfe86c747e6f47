import { refusalOfUser } from '@sluice/policy'
import type { Awaitable, Exchange, Inspector, InspectorDecision } from '../../layer.ts'
import type { KnownUser, UsersStore } from '../../ports/users-store.ts'
import { type ModelRequest, type ModelRequestKind, ordersOf } from '../../request/index.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
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
  if (request.kind === 'embeddings') return decide(DOCUMENT, request.kind, exchange)
  const action = classify(request, exchange.scope)
  return action instanceof Promise
    ? action.then((classified) => decide(classified, request.kind, exchange))
    : decide(action, request.kind, exchange)
}

/** Where somebody may order something. */
type Conversation = Exclude<ModelRequest, { readonly kind: 'embeddings' }>

function classify(request: Conversation, scope: AbortScope): Awaitable<Action> {
  return request.remote === undefined
    ? workInSlices(classifySteps(ordersOf(request)), scope)
    : request.remote.L0(undefined, scope)
}

/** Text that is only embedded is looked up later. It orders nothing, so it never waits for a human. */
const DOCUMENT: Action = { category: 'D', rule: 'document' }

function decide(action: Action, kind: ModelRequestKind, exchange: Exchange): InspectorDecision<'L0'> {
  return { ...decideOnAction(action, kind, exchange), facts: { action } }
}
