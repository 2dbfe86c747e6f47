import type { ChatMessage, ChatRequest } from '@sluice/contracts'
import type { Orders } from './orders.ts'
import { UserTurns } from './turns.ts'

/** The orders of a chat request. */
export function chatOrders(body: ChatRequest): Orders {
  const { messages } = body
  return { userTurns: userTurns(messages), forcedTool: forcedTool(body), waitingCalls: waitingCalls(messages) }
}

function userTurns(messages: readonly ChatMessage[]): Orders['userTurns'] {
  const turns = new UserTurns()
  for (const message of messages) {
    if (message.role === 'user') turns.say(textsOf(message))
    else turns.interrupt()
  }
  return turns.newestFirst()
}

function textsOf({ content }: ChatMessage): readonly string[] {
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]))
}

function forcedTool({ tool_choice: choice }: ChatRequest): string | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  for (const holder of [choice.function, choice.custom, choice]) {
    if (typeof holder !== 'object' || holder === null || !('name' in holder)) continue
    if (typeof holder.name === 'string') return holder.name
  }
  return undefined
}

function waitingCalls(messages: readonly ChatMessage[]): readonly string[] {
  const calls = messages.flatMap(({ tool_calls: made }) => made ?? [])
  if (calls.length === 0) return []
  const answered = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []))
  return calls.flatMap(({ id, function: called }) =>
    called === undefined || (id !== undefined && answered.has(id)) ? [] : called.name,
  )
}
