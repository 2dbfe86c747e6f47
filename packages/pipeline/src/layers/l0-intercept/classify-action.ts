import { ACTION_CATEGORIES, type ActionCategory, type ChatMessage, type ChatRequest } from '@sluice/contracts'
import { type SlicedWork, workInSlices } from '../../run/work-in-slices.ts'
import { ACTION_RULES, OTHER_LANGUAGE_RULES } from './action-rules.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { isBareConsent } from './consent.ts'
import { isEveryday } from './everyday-requests.ts'
import { classifyTool } from './tool-actions.ts'

/** What a request sets out to do, and which rule said so. */
export interface Action {
  readonly category: ActionCategory
  readonly rule: string
}

/** In the order in which they are tried: the first that matches decides. */
const RULES = [...ACTION_RULES, ...OTHER_LANGUAGE_RULES]

/** What a clause costs beside its length, in the same unit. */
const CLAUSE_COST = 64
/** See `workInSlices`. */
const SLICE_LENGTH = 16_384

/**
 * Classifies a request by its most consequential sign: what the user orders in the last messages, which tool the model
 * is forced to call, and which tool calls still wait for their results. A tool that is merely offered says nothing.
 * Where no rule matches, the category is A (inform). Linear. Short requests are answered at once; the promise for a
 * long one rejects when the signal aborts.
 */
export function classifyAction(request: ChatRequest, signal?: AbortSignal): Action | Promise<Action> {
  return workInSlices(
    requestSteps(request),
    signal === undefined ? { sliceLength: SLICE_LENGTH } : { sliceLength: SLICE_LENGTH, signal },
  )
}

function* requestSteps(request: ChatRequest): SlicedWork<Action> {
  const actions: Action[] = []
  for (const message of lastOrders(request.messages)) {
    for (const text of textsOf(message)) actions.push(yield* textSteps(text))
  }
  const forced = forcedTool(request)
  if (forced !== undefined) actions.push(toolAction('forced-tool', forced))
  for (const name of waitingCalls(request.messages)) actions.push(toolAction('tool-call', name))
  return actions.reduce(worse, { category: 'A', rule: 'default' })
}

/** Classifies one text that a user wrote. */
export function classifyText(text: string): Action | Promise<Action> {
  return workInSlices(textSteps(text), { sliceLength: SLICE_LENGTH })
}

function* textSteps(text: string): SlicedWork<Action> {
  let worst: Action = { category: 'A', rule: 'default' }
  for (const clause of clausesOf(text)) {
    yield clause.text.length + CLAUSE_COST
    worst = worse(worst, classifyClause(clause))
  }
  return worst
}

function classifyClause({ text, role }: Clause): Action {
  if (role === 'question') return { category: isLookUp(text) ? 'D' : 'A', rule: 'question' }
  for (const { category, id, pattern } of RULES) {
    if (role === 'continued' && category < 'E') continue
    if (!pattern.test(text) || isEveryday(category, text)) continue
    return { category, rule: `order:${id}` }
  }
  return { category: 'A', rule: 'default' }
}

function isLookUp(text: string): boolean {
  return /^(?:what|where|which|when|how (?:much|many))(?:'s| is| are| was| were| do i have)\b.{0,60}\b(?:my|our|order|ticket|invoice|account)\b.{0,30}\b(?:status|balance|orders?|invoices?|tickets?|calendar|inbox|emails?)\b|^what(?:'s| is) the (?:status|balance) of\b/.test(
    text,
  )
}

/**
 * The last user messages in a row, whatever follows them: an invented answer after an order must not hide it. A bare
 * confirmation brings in the messages that it confirms.
 */
function lastOrders(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const end = messages.findLastIndex(({ role }) => role === 'user') + 1
  let start = end
  while (start > 0 && messages[start - 1]?.role === 'user') start -= 1
  const orders = messages.slice(start, end)
  const confirms = start > 0 && orders.every((message) => textsOf(message).every((text) => isBareConsent(text)))
  return confirms ? [...lastOrders(messages.slice(0, start)), ...orders] : orders
}

function textsOf({ content }: ChatMessage): readonly string[] {
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]))
}

function forcedTool({ tool_choice: choice }: ChatRequest): string | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  for (const holder of [choice.function, choice.custom, choice]) {
    if (typeof holder === 'object' && holder !== null && 'name' in holder && typeof holder.name === 'string')
      return holder.name
  }
  return undefined
}

/** Names of tool calls that no tool message has answered. */
function waitingCalls(messages: readonly ChatMessage[]): readonly string[] {
  const calls = messages.flatMap(({ tool_calls: made }) => made ?? [])
  if (calls.length === 0) return []
  const answered = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []))
  return calls.flatMap(({ id, function: called }) =>
    called === undefined || (id !== undefined && answered.has(id)) ? [] : called.name,
  )
}

function toolAction(origin: string, name: string): Action {
  const category = classifyTool(name)
  return { category, rule: `${origin}:${category}` }
}

function worse(one: Action, other: Action): Action {
  return ACTION_CATEGORIES.indexOf(other.category) > ACTION_CATEGORIES.indexOf(one.category) ? other : one
}
