import type { AnswerCallsAction, PolicyViolation } from '@sluice/contracts'
import { refusalOfUser } from '@sluice/policy'
import { loadActionModel } from '@sluice/prompt-classifier'
import { ChatCalls, eventCallsOf, gatherChat, gatherEvents, type StreamItem } from '../../answer/index.ts'
import type { Awaitable, CallDecider, Exchange, HoldAnswer, Inspector, InspectorDecision } from '../../layer.ts'
import type { KnownUser, UsersStore } from '../../ports/users-store.ts'
import { isConversation, type ModelRequest, ordersOf, providerToolsOf } from '../../request/index.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
import { workInSlices } from '../../run/slice-queue.ts'
import { type AnswerReading, CallGuard } from './call-guard.ts'
import { type Action, classifySteps, DOCUMENT } from './classify-action.ts'
import type { DeclaredTools } from './tool-actions.ts'
import { decideOnToolCall } from './tool-call.ts'

interface InterceptOptions {
  readonly users: UsersStore
  /** The longest that the Users store may take, in milliseconds. */
  readonly lookUpTimeoutMs: number
  /** The longest that the whole layer may take, reading a long text in turns with others included. */
  readonly timeoutMs: number
  /** What tools do by the word of an operator, by name, for the callers of a tenant. */
  readonly toolsOf?: (tenant: string) => DeclaredTools | undefined
  /** What is done about calls that a model makes and the policy would hold or refuse; `pass` by default. */
  readonly answerCalls?: AnswerCallsAction
}

/**
 * L0: lets in only users that the Users store knows as active, and asks the policy whether this caller may have the
 * tools run that the request names and the provider would run, and whether it may set out to do what the request asks
 * for: at once, once it has said why, after a human said so (`hold`), or not at all. Refuses with `user_not_active`,
 * `tool_not_permitted`, `reason_required` or `action_not_permitted`. A Users store that cannot tell rejects, so the
 * runner denies.
 *
 * The classification reads orders by their words, and asks a small model about what no rule knows
 * (docs/action-taxonomy.md). It cannot catch an order in another language, many that are implied or spread over
 * messages, nor what a tool really does behind a harmless name and description.
 */
export function createInterceptLayer({
  users,
  lookUpTimeoutMs,
  timeoutMs,
  toolsOf = () => undefined,
  answerCalls = 'pass',
}: InterceptOptions): Inspector<'L0'> & CallDecider {
  // What cannot be read fails at the start.
  loadActionModel()
  function guardOf<Item extends StreamItem>(
    reading: AnswerReading<Item> | undefined,
    exchange: Exchange,
    hold: HoldAnswer,
  ) {
    // An answer that is fetched later was decided on when it was made.
    if (answerCalls === 'pass' || reading === undefined || exchange.facts.action === undefined) return undefined
    const declared = toolsOf(exchange.origin.principal.tenant)
    return new CallGuard(reading, exchange, { action: answerCalls, declared, hold })
  }

  return {
    id: 'L0',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { tenant, sub } = exchange.origin.principal
      const user = users.find(tenant, sub)
      const tools = toolsOf(tenant)
      if (!(user instanceof Promise)) return decideFor(user, request, exchange, tools)
      return exchange.scope.wait(user, lookUpTimeoutMs).then((found) => decideFor(found, request, exchange, tools))
    },
    openCallGuard: (exchange, hold) => guardOf({ calls: new ChatCalls(), gatherer: gatherChat() }, exchange, hold),
    openEventCallGuard(exchange, hold) {
      const { kind } = exchange.origin.request
      const [calls, gatherer] = [eventCallsOf(kind), gatherEvents(kind)]
      return guardOf(calls === undefined || gatherer === undefined ? undefined : { calls, gatherer }, exchange, hold)
    },
  }
}

function decideFor(
  user: KnownUser | undefined,
  request: ModelRequest,
  exchange: Exchange,
  declared: DeclaredTools | undefined,
): Awaitable<InspectorDecision<'L0'>> {
  const inactive = refusalOfUser(user)
  if (inactive !== undefined) return { type: 'deny', refusal: inactive }
  if (request.kind === 'tool-call') return decideOnToolCall(request, exchange, declared)
  if (request.kind === 'embeddings' || request.kind === 'tool-result') return decide(DOCUMENT, request, exchange)
  if (request.remote !== undefined) {
    return request.remote
      .L0(declared, exchange.scope)
      .then(({ providerTools, ...action }) => refuseTools(providerTools, exchange) ?? decide(action, request, exchange))
  }
  const refused = refuseTools(providerToolsOf(request), exchange)
  if (refused !== undefined) return refused
  if (!isConversation(request)) return decide(DOCUMENT, request, exchange)
  const action = workInSlices(classifySteps(ordersOf(request), declared), exchange.scope)
  return action instanceof Promise
    ? action.then((classified) => decide(classified, request, exchange))
    : decide(action, request, exchange)
}

/** Asks the policy about each type of tool that the provider would run. Nothing is classified where one is refused. */
function refuseTools(
  types: readonly string[],
  { origin, runtime }: Pick<Exchange, 'origin' | 'runtime'>,
): InspectorDecision<'L0'> | undefined {
  for (const tool of types) {
    const question = { principal: origin.principal, action: 'use-provider-tool', resource: { tool } } as const
    const { effect, policyIds } = runtime.policy.decide(question)
    if (effect === 'permit') continue
    const about = `The model's provider runs tools of the type ${tool} itself`
    const message = `${about}, and they are not open to you (${policyIds.join(', ')}).`
    const violations = policyIds.map((policy_id) => ({
      ...{ policy_id, layer: 'L0', action: 'blocked', severity: 'high' },
      message: `${about}.`,
    })) satisfies PolicyViolation[]
    return { type: 'deny', refusal: { code: 'tool_not_permitted', message, param: 'tools' }, violations }
  }
  return undefined
}

function decide(action: Action, request: ModelRequest, exchange: Exchange): InspectorDecision<'L0'> {
  return { ...decideOnAction(action, request, exchange), facts: { action } }
}
