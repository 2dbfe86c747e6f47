import type { WireEvent } from '@sluice/contracts'
import { visitMembers } from '../visit-strings.ts'
import type { AnswerShape, AnswerText, AnswerTextVisitor, EndedTexts, RestOfPart } from './answer-shape.ts'
import { indexIn, isObject } from './members.ts'

/** Members that are the wire's own words, never text. */
const WORDS: ReadonlySet<string> = new Set([
  ...['id', 'type', 'role', 'model', 'stop_reason', 'service_tier', 'tool_use_id', 'caller'],
  // Signed or encrypted: it goes back to its maker as it came.
  ...['signature', 'data', 'encrypted_content', 'encrypted_index', 'thinking'],
])

const CONTENT: ReadonlySet<string> = new Set(['content'])
const NOTHING: ReadonlySet<string> = new Set()

const OUTSIDE: AnswerText = { kind: 'whole', part: undefined, path: '', isLast: true }

/**
 * Events of Anthropic's Messages, and a whole message as the only one. A part is a content block. What the model has
 * thought is signed with its text, so no value is restored in it: it must go back byte for byte.
 *
 * Source: https://docs.anthropic.com/en/docs/build-with-claude/streaming
 */
export const MESSAGES_ANSWER: AnswerShape<WireEvent> = {
  visit(event, visitor) {
    switch (event.type) {
      case 'content_block_start':
        return isObject(event.content_block)
          ? replaced(event, 'content_block', visitBlock(event.content_block, indexIn(event, 'index'), visitor))
          : event
      case 'content_block_delta':
        return isObject(event.delta) ? replaced(event, 'delta', visitDelta(event, event.delta, visitor)) : event
      case 'message_start':
        return isObject(event.message) ? replaced(event, 'message', visitMessage(event.message, visitor)) : event
      case 'message':
        // Replacing strings by strings keeps the message's shape.
        return visitMessage(event, visitor) as WireEvent
      default:
        return visitOutside(event, visitor) as WireEvent
    }
  },
  endedBy(event): readonly EndedTexts[] {
    if (event.type === 'content_block_stop') return [{ part: indexIn(event, 'index') }]
    return event.type === 'message_delta' || event.type === 'message_stop' ? [{}] : []
  },
  continuing: (_like, rests) => rests.flatMap(deltasOf),
  isTerminal: ({ type }) => type === 'message_stop' || type === 'message',
}

function visitOutside(members: object, visitor: AnswerTextVisitor, except: ReadonlySet<string> = NOTHING): object {
  return visitMembers(members, '', WORDS, (text) => visitor(text, OUTSIDE), except)
}

function visitMessage(message: object, visitor: AnswerTextVisitor): object {
  const outer = visitOutside(message, visitor, CONTENT)
  if (!('content' in message) || !Array.isArray(message.content)) return outer
  const before: readonly unknown[] = message.content
  const content = before.map((block, part) => (isObject(block) ? visitBlock(block, part, visitor) : block))
  return content.every((block, at) => block === before[at]) ? outer : { ...outer, content }
}

function visitBlock(block: object, part: number, visitor: AnswerTextVisitor): object {
  return visitMembers(block, '', WORDS, (text, path) => visitor(text, { kind: 'whole', part, path, isLast: true }))
}

/** Deltas whose text grows: the member that holds a piece, and the path of the text in its block. */
const GROWING: ReadonlyMap<
  unknown,
  { readonly kind: 'text' | 'json'; readonly member: string; readonly path: string }
> = new Map([
  ['text_delta', { kind: 'text', member: 'text', path: '/text' }],
  ['input_json_delta', { kind: 'json', member: 'partial_json', path: '/input' }],
])

function visitDelta(event: WireEvent, delta: object, visitor: AnswerTextVisitor): object {
  const part = indexIn(event, 'index')
  const growing = 'type' in delta ? GROWING.get(delta.type) : undefined
  if (growing === undefined) return visitBlock(delta, part, visitor)
  const { kind, member, path } = growing
  const piece: unknown = Reflect.get(delta, member)
  if (typeof piece !== 'string') return delta
  const text = visitor(piece, { kind, part, path, isLast: false })
  return text === piece ? delta : { ...delta, [member]: text }
}

function deltasOf({ part: index, texts }: RestOfPart): readonly WireEvent[] {
  return [...texts].map(([path, text]) => ({
    type: 'content_block_delta',
    index,
    delta: path === '/input' ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text },
  }))
}

function replaced(event: WireEvent, member: string, value: unknown): WireEvent {
  return value === event[member] ? event : { ...event, [member]: value }
}
