import type { ResponsesItem, ResponsesRequest } from '@sluice/contracts'
import { forcedToolOf } from './forced-tool.ts'
import type { Orders, WaitingCall } from './orders.ts'
import { Turns } from './turns.ts'

/** Items by which the model has called a tool of the caller. */
const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])
const ANSWERS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])
/** Who speaks without being the user. An endpoint may take any other word for the user. */
const OTHERS: ReadonlySet<unknown> = new Set(['system', 'developer'])
/** An item that has no role and one of these types, or none, is taken for what the user says. */
const SAID: ReadonlySet<unknown> = new Set([undefined, 'message', 'input_text'])

/** The orders of a Responses request. */
export function responsesOrders({ input, tools, tool_choice: choice, text }: ResponsesRequest): Orders {
  const turns = new Turns()
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? [])
  for (const item of items) enter(turns, item)
  return {
    ...turns.heard(),
    forcedTool: forcedToolOf(choice, tools),
    waitingCalls: waitingCalls(items),
    offeredTools: Array.isArray(tools) ? tools : [],
    answerForm: text,
  }
}

function enter(turns: Turns, { type, role, content, text }: ResponsesItem): void {
  if (role === 'assistant') turns.reply(content)
  else if (role === undefined && !SAID.has(type)) {
    if (type?.endsWith('_call') === true) turns.act()
  } else if (!OTHERS.has(role)) turns.say(content ?? text)
}

function waitingCalls(items: readonly ResponsesItem[]): readonly WaitingCall[] {
  const answered = new Set(items.flatMap(({ type, call_id: id }) => (ANSWERS.has(type) ? [id] : [])))
  return items.flatMap(({ type, name, call_id: id, arguments: given, input }) =>
    CALLS.has(type) && typeof name === 'string' && !answered.has(id) ? [{ name, input: given ?? input }] : [],
  )
}
