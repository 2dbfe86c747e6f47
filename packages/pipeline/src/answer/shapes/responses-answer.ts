import type { WireEvent } from '@sluice/contracts'
import { visitMembers, visitStrings } from '../visit-strings.ts'
import type { AnswerShape, AnswerText, AnswerTextVisitor, EndedTexts, RestOfPart } from './answer-shape.ts'
import { indexIn, isObject, stringIn } from './members.ts'
import { moveOffsets } from './responses-offsets.ts'

/** Members that are the wire's own words, never text. What is encrypted goes back to its maker as it came. */
const WORDS: ReadonlySet<string> = new Set([
  ...['id', 'object', 'type', 'role', 'status', 'model', 'call_id', 'item_id', 'response_id', 'previous_response_id'],
  ...['encrypted_content', 'service_tier', 'obfuscation', 'logprobs', 'top_logprobs', 'truncation'],
])

/** A text that grows by `.delta` events and is repeated by a `.done` event. */
interface Growing {
  readonly kind: 'text' | 'json'
  /** The member of the `.done` event. */
  readonly done: string
  /** The path of the text in its item of the output. */
  readonly path: (event: WireEvent) => string
}

const inContent = (member: string) => (event: WireEvent) => `/content/${indexIn(event, 'content_index')}/${member}`

/** Source: https://platform.openai.com/docs/api-reference/responses-streaming */
const GROWING: ReadonlyMap<string, Growing> = new Map<string, Growing>([
  ['response.output_text', { kind: 'text', done: 'text', path: inContent('text') }],
  ['response.refusal', { kind: 'text', done: 'refusal', path: inContent('refusal') }],
  ['response.reasoning_text', { kind: 'text', done: 'text', path: inContent('text') }],
  [
    'response.reasoning_summary_text',
    { kind: 'text', done: 'text', path: (event) => `/summary/${indexIn(event, 'summary_index')}/text` },
  ],
  ['response.function_call_arguments', { kind: 'json', done: 'arguments', path: () => '/arguments' }],
  ['response.mcp_call_arguments', { kind: 'json', done: 'arguments', path: () => '/arguments' }],
  ['response.custom_tool_call_input', { kind: 'text', done: 'input', path: () => '/input' }],
  ['response.code_interpreter_call_code', { kind: 'text', done: 'code', path: () => '/code' }],
])

const TERMINAL: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

const OUTPUT: ReadonlySet<string> = new Set(['output'])

/**
 * Events of OpenAI's Responses. A part is an item of the output. A text comes in deltas, is repeated when it is done,
 * with its part, with its item and with the whole response: each of them is visited, at the same place.
 */
export const RESPONSES_ANSWER: AnswerShape<WireEvent> = {
  visit(event, visitor) {
    const { stem, step } = namesOf(event)
    const growing = GROWING.get(stem)
    if (growing !== undefined && step === 'delta') return visitDelta(event, growing, visitor)
    if (growing !== undefined && step === 'done') return visitDone(event, growing, visitor)
    if (isObject(event.response)) return replaced(event, 'response', visitResponse(event.response, visitor))
    if (isObject(event.item))
      return replaced(event, 'item', visitItem(event.item, indexIn(event, 'output_index'), visitor))
    if (isObject(event.part)) return replaced(event, 'part', visitPart(event, event.part, visitor))
    // Replacing strings by strings keeps the event's shape.
    return visitMembers(event, '', WORDS, (text) => visitor(text, OUTSIDE)) as WireEvent
  },
  endedBy(event): readonly EndedTexts[] {
    if (TERMINAL.has(event.type)) return [{}]
    const { stem, step } = namesOf(event)
    if (step !== 'done') return []
    const part = indexIn(event, 'output_index')
    const growing = GROWING.get(stem)
    if (growing !== undefined) return [{ part, path: growing.path(event) }]
    return stem === 'response.output_item' ? [{ part }] : []
  },
  moveOffsets,
  continuing: (like, rests) => rests.flatMap((rest) => deltasOf(like, rest)),
  isTerminal: ({ type }) => TERMINAL.has(type),
}

const OUTSIDE: AnswerText = { kind: 'whole', part: undefined, path: '', isLast: true }

function namesOf({ type }: WireEvent): { readonly stem: string; readonly step: string } {
  const dot = type.lastIndexOf('.')
  return { stem: type.slice(0, dot), step: type.slice(dot + 1) }
}

function visitDelta(event: WireEvent, { kind, path }: Growing, visitor: AnswerTextVisitor): WireEvent {
  const { delta } = event
  if (typeof delta !== 'string') return event
  const part = indexIn(event, 'output_index')
  return replaced(event, 'delta', visitor(delta, { kind, part, path: path(event), isLast: false }))
}

function visitDone(event: WireEvent, { done, path }: Growing, visitor: AnswerTextVisitor): WireEvent {
  const text = event[done]
  if (typeof text !== 'string') return event
  const part = indexIn(event, 'output_index')
  return replaced(event, done, visitor(text, wholeAt(part, path(event))))
}

/** A text that stands there as a whole. The arguments of a call are JSON, even where they are one string. */
function wholeAt(part: number, path: string): AnswerText {
  const whole = { kind: 'whole', part, path, isLast: true } as const
  return path === '/arguments' ? { ...whole, isJson: true } : whole
}

function visitResponse(response: object, visitor: AnswerTextVisitor): object {
  const outer = visitMembers(response, '', WORDS, (text) => visitor(text, OUTSIDE), OUTPUT)
  if (!('output' in response) || !Array.isArray(response.output)) return outer
  const before: readonly unknown[] = response.output
  const output = before.map((item, part) => (isObject(item) ? visitItem(item, part, visitor) : item))
  return output.every((item, at) => item === before[at]) ? outer : { ...outer, output }
}

function visitItem(item: object, part: number, visitor: AnswerTextVisitor): object {
  return visitMembers(item, '', WORDS, (text, path) => visitor(text, wholeAt(part, path)))
}

function visitPart(event: WireEvent, of: object, visitor: AnswerTextVisitor): unknown {
  const part = indexIn(event, 'output_index')
  const base = event.type.startsWith('response.reasoning_summary_part')
    ? `/summary/${indexIn(event, 'summary_index')}`
    : `/content/${indexIn(event, 'content_index')}`
  return visitStrings(of, base, WORDS, (text, path) => visitor(text, wholeAt(part, path)))
}

/** One delta for each text. */
function deltasOf(like: WireEvent, { part, texts }: RestOfPart): readonly WireEvent[] {
  const item_id = stringIn(like, 'item_id') ?? (isObject(like.item) ? stringIn(like.item, 'id') : undefined) ?? ''
  return [...texts].flatMap(([path, delta]) => {
    const [, member = '', index = '', inner = ''] = path.split('/')
    const about = { item_id, output_index: part, delta }
    if (member === 'content') {
      const content_index = Number(index)
      if (inner === 'refusal') return [{ type: 'response.refusal.delta', ...about, content_index }]
      const isReasoning = like.type.startsWith('response.reasoning_text')
      const type = isReasoning ? 'response.reasoning_text.delta' : 'response.output_text.delta'
      return [{ type, ...about, content_index, ...(isReasoning ? {} : { logprobs: [] }) }]
    }
    if (member === 'summary') {
      return [{ type: 'response.reasoning_summary_text.delta', ...about, summary_index: Number(index) }]
    }
    const stem = namesOf(like).stem
    return [{ type: `${GROWING.has(stem) ? stem : (STEMS.get(member) ?? 'response.output_text')}.delta`, ...about }]
  })
}

/** For a stream that ends without the `.done` events of its texts. */
const STEMS: ReadonlyMap<string, string> = new Map([
  ['arguments', 'response.function_call_arguments'],
  ['input', 'response.custom_tool_call_input'],
  ['code', 'response.code_interpreter_call_code'],
])

function replaced(event: WireEvent, member: string, value: unknown): WireEvent {
  return value === event[member] ? event : { ...event, [member]: value }
}
