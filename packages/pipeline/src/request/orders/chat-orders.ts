import type { ChatMessage, ChatRequest } from '@sluice/contracts'
import { forcedToolOf } from './forced-tool.ts'
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
  return {
    ...turns.heard(),
    forcedTool: forcedTool(body),
    waitingCalls: [...waitingCalls(messages), ...callsBeforeTools(messages)],
    offeredTools: [...listOf(body.tools), ...listOf(body.functions)],
    answerForm: body.response_format,
  }
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

function listOf(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? tools : []
}

/** Chat has tools, and functions from before there were tools. */
function forcedTool({ tool_choice, tools, function_call, functions }: ChatRequest): string | undefined {
  return forcedToolOf(tool_choice, tools) ?? forcedToolOf(function_call, functions)
}

function waitingCalls(messages: readonly ChatMessage[]): readonly WaitingCall[] {
  const calls = messages.flatMap(({ tool_calls: made }) => made ?? [])
  if (calls.length === 0) return []
  const answered = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []))
  return calls.flatMap((call) => (call.id !== undefined && answered.has(call.id) ? [] : (asWaiting(call) ?? [])))
}

function asWaiting({ function: called, custom }: Readonly<Record<string, unknown>>): WaitingCall | undefined {
  const made = isObject(called) ? called : custom
  if (!isObject(made) || !('name' in made) || typeof made.name !== 'string') return undefined
  return { name: made.name, input: Reflect.get(made, made === called ? 'arguments' : 'input') }
}

/** Calls of functions from before there were tools. The next message of a function answers one. */
function callsBeforeTools(messages: readonly ChatMessage[]): readonly WaitingCall[] {
  const waiting = new Map<string, WaitingCall>()
  for (const { role, name, function_call: made } of messages) {
    if (role === 'function' && name !== undefined) waiting.delete(name)
    const call = asWaiting({ function: made })
    if (call !== undefined) waiting.set(call.name, call)
  }
  return [...waiting.values()]
}
