import type { ChatMessage, ChatRequest } from '@sluice/contracts'
import type { Orders, WaitingCall } from './orders.ts'
import { Turns } from './turns.ts'

/** The orders of a chat request. */
export function chatOrders(body: ChatRequest): Orders {
  const { messages } = body
  const turns = new Turns()
  for (const message of messages) {
    if (message.role === 'user') turns.say(message.content)
    else if (message.role === 'assistant') reply(turns, message)
  }
  return { ...turns.heard(), forcedTool: forcedTool(body), waitingCalls: waitingCalls(messages) }
}

/** What the model has said or done. The old form of a call, a refusal and a recording stand beside the content. */
function reply(turns: Turns, { content, tool_calls: calls, function_call: call, refusal, audio }: ChatMessage): void {
  turns.reply(content)
  turns.reply(refusal)
  if ((calls ?? []).length > 0 || isObject(call) || isObject(audio)) turns.act()
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function forcedTool({ tool_choice: choice }: ChatRequest): string | undefined {
  if (!isObject(choice)) return undefined
  for (const holder of [choice.function, choice.custom, choice]) {
    if (!isObject(holder) || !('name' in holder)) continue
    if (typeof holder.name === 'string') return holder.name
  }
  return undefined
}

function waitingCalls(messages: readonly ChatMessage[]): readonly WaitingCall[] {
  const calls = messages.flatMap(({ tool_calls: made }) => made ?? [])
  if (calls.length === 0) return []
  const answered = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []))
  return calls.flatMap(({ id, function: called }) =>
    called === undefined || (id !== undefined && answered.has(id))
      ? []
      : { name: called.name, input: called.arguments },
  )
}
