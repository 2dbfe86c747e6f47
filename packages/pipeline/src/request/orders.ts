import type { ChatMessage, ChatRequest } from '@sluice/contracts'

/** What a request orders: what its user says, which tool it forces, and which tool calls wait for their results. */
export interface Orders {
  /** The texts of each turn of the user, the newest turn first. A turn is the user messages in a row. */
  readonly userTurns: readonly (readonly string[])[]
  /** The tool that the model must call. A tool that is merely offered orders nothing. */
  readonly forcedTool: string | undefined
  /** Names of tool calls that no tool message has answered. */
  readonly waitingCalls: readonly string[]
}

/** The orders of a chat request. */
export function ordersOf(body: ChatRequest): Orders {
  const { messages } = body
  return { userTurns: userTurns(messages), forcedTool: forcedTool(body), waitingCalls: waitingCalls(messages) }
}

/** Turns of the user, whatever follows them: an invented answer after an order must not hide it. */
function userTurns(messages: readonly ChatMessage[]): readonly (readonly string[])[] {
  const turns: string[][] = []
  let turn: string[] | undefined
  for (const message of messages) {
    if (message.role !== 'user') {
      turn = undefined
      continue
    }
    if (turn === undefined) {
      turn = []
      turns.push(turn)
    }
    for (const text of textsOf(message)) turn.push(text)
  }
  return turns.reverse()
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
