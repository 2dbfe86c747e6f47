import type { MessagesRequest } from '@sluice/contracts'
import { forcedToolOf } from './forced-tool.ts'
import type { Orders, WaitingCall } from './orders.ts'
import { Turns } from './turns.ts'

type Content = MessagesRequest['messages'][number]['content']
type Block = Exclude<Content, string>[number]

/** The orders of a Messages request. */
export function messagesOrders({ messages, tools, tool_choice: choice, ...rest }: MessagesRequest): Orders {
  const turns = new Turns()
  for (const { role, content } of messages) {
    if (role === 'user') turns.say(content, (text) => !isReminder(text))
    else if (role === 'assistant') turns.reply(content)
  }
  return {
    ...turns.heard(),
    forcedTool: forcedToolOf(choice, tools),
    waitingCalls: waitingCalls(messages),
    offeredTools: Array.isArray(tools) ? tools : [],
    answerForm: rest.output_config ?? rest.output_format,
  }
}

const REMINDER = { begin: '<system-reminder>', end: '</system-reminder>' } as const

/**
 * Whether a text is what Claude Code tells the model in the user's turn: its surroundings, skills and rules, in each
 * session. Like a system prompt, which is no order of the user's either, it passes every other layer. One reminder and
 * nothing else: what stands beside it is an order like any other.
 */
function isReminder(text: string): boolean {
  const { begin, end } = REMINDER
  const trimmed = text.trim()
  if (!trimmed.startsWith(begin) || !trimmed.endsWith(end)) return false
  return trimmed.indexOf(end) === trimmed.length - end.length
}

/** Results of tools stand in the user's messages, and order nothing. */
function waitingCalls(messages: MessagesRequest['messages']): readonly WaitingCall[] {
  const blocks = messages.flatMap(({ content }): readonly Block[] => (typeof content === 'string' ? [] : content))
  const answered = new Set(blocks.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : [])))
  return blocks.flatMap(({ type, name, id, input }) =>
    type === 'tool_use' && typeof name === 'string' && !answered.has(id) ? [{ name, input }] : [],
  )
}
