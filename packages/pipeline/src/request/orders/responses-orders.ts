import type { ResponsesItem, ResponsesRequest } from '@sluice/contracts'
import type { Orders } from './orders.ts'
import { textsOfParts, UserTurns } from './turns.ts'

/** Items by which the model has called a tool of the caller. */
const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])
const ANSWERS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

/** The orders of a Responses request. */
export function responsesOrders({ input, tool_choice: choice }: ResponsesRequest): Orders {
  if (input === undefined || typeof input === 'string') {
    return { userTurns: input === undefined ? [] : [[input]], forcedTool: forcedTool(choice), waitingCalls: [] }
  }
  return { userTurns: userTurns(input), forcedTool: forcedTool(choice), waitingCalls: waitingCalls(input) }
}

function userTurns(items: readonly ResponsesItem[]): Orders['userTurns'] {
  const turns = new UserTurns()
  for (const item of items) {
    if (item.role === 'user') turns.say(textsOfParts(item.content))
    else turns.interrupt()
  }
  return turns.newestFirst()
}

function forcedTool(choice: ResponsesRequest['tool_choice']): string | undefined {
  return typeof choice === 'object' && choice !== null && typeof choice.name === 'string' ? choice.name : undefined
}

function waitingCalls(items: readonly ResponsesItem[]): readonly string[] {
  const answered = new Set(items.flatMap(({ type, call_id: id }) => (ANSWERS.has(type) ? [id] : [])))
  return items.flatMap(({ type, name, call_id: id }) =>
    CALLS.has(type) && typeof name === 'string' && !answered.has(id) ? [name] : [],
  )
}
