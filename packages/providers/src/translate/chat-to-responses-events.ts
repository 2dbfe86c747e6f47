import type { CompletionChunk, ResponsesRequest, ToolCallDelta, Usage, WireEvent } from '@sluice/contracts'
import { AnswerFault } from '../answer-fault.ts'
import { isRecord } from '../is-record.ts'
import { type NamespacedTools, NOTHING_NAMESPACED } from './namespaces.ts'
import { estimatedMark } from './usage.ts'

type Members = Readonly<Record<string, unknown>>

/** What a response says of itself. */
interface ResponseHead {
  /** `resp_` and the id of the record. */
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly model: string
}

/** Members of the request that a response repeats, and what stands there where the request leaves them out. */
const REPEATED: Members = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  reasoning: { effort: null, summary: null },
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
}

/** A text of the output that grows. */
interface GrowingText {
  readonly kind: TextKind
  readonly output_index: number
  readonly item: Members & { readonly id: string }
  text: string
}

type TextKind = 'content' | 'refusal' | 'reasoning' | 'function_call' | 'custom_tool_call'

/**
 * Writes the chunks of a chat answer as the events of a response, in OpenAI's order. Only the first choice counts. What
 * the model has thought comes before what it says, as an item of its own.
 *
 * Source: https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponsesWriter {
  readonly #head: ResponseHead
  readonly #repeated: Members
  readonly #namespaced: NamespacedTools
  /** By what they hold; those of calls by their index. */
  readonly #texts = new Map<TextKind | number, GrowingText>()
  #isBegun = false
  #finishReason: string | undefined
  #usage: Usage | null | undefined

  /**
   * @param request of which the response repeats some members.
   * @param namespaced the tools that have other names in the chat.
   */
  constructor(head: ResponseHead, request: Partial<ResponsesRequest>, namespaced = NOTHING_NAMESPACED) {
    this.#head = head
    this.#namespaced = namespaced
    this.#repeated = Object.fromEntries(Object.keys(REPEATED).map((name) => [name, request[name] ?? REPEATED[name]]))
  }

  /** The events that a chunk brings. */
  take(chunk: CompletionChunk): readonly WireEvent[] {
    const events = this.#begin()
    this.#usage = chunk.usage ?? this.#usage
    for (const { index, delta, finish_reason } of chunk.choices) {
      if (index !== 0) continue
      const { reasoning_content: thoughts, content, refusal, tool_calls } = delta
      this.#say('reasoning', thoughts, events)
      this.#say('content', content, events)
      this.#say('refusal', refusal, events)
      for (const call of tool_calls ?? []) this.#call(call, events)
      if (typeof finish_reason === 'string') this.#finishReason = finish_reason
    }
    return events
  }

  /** The events behind the last chunk, the terminal one last. Throws `AnswerFault` where the answer did not end. */
  end(): readonly WireEvent[] {
    if (this.#finishReason === undefined) throw new AnswerFault('incomplete')
    const texts = [...this.#texts.values()]
    const reason = INCOMPLETE.get(this.#finishReason)
    const status = reason === undefined ? 'completed' : 'incomplete'
    const response = this.#response({
      ...{ status, output: texts.map((text) => itemOf(text, 'completed')), usage: usageOf(this.#usage) },
      ...(reason === undefined ? {} : { incomplete_details: { reason } }),
    })
    return [...this.#begin(), ...texts.flatMap(doneEvents), { type: `response.${status}`, response }]
  }

  #begin(): WireEvent[] {
    if (this.#isBegun) return []
    this.#isBegun = true
    const response = this.#response({ status: 'in_progress', output: [], usage: null })
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ]
  }

  #response(changes: Members): Members {
    const { id, created: created_at, model } = this.#head
    const own = { id, object: 'response', created_at, model, error: null, incomplete_details: null }
    return { ...own, ...this.#repeated, ...changes }
  }

  #say(kind: 'content' | 'refusal' | 'reasoning', piece: unknown, events: WireEvent[]): void {
    if (typeof piece !== 'string' || piece === '') return
    const isReasoning = kind === 'reasoning'
    const item = isReasoning ? { type: 'reasoning', summary: [] } : { type: 'message', role: 'assistant' }
    const text = this.#textAt(kind, kind, isReasoning ? 'rs' : 'msg', item, events)
    this.#grow(text, piece, events)
  }

  #call({ index, id, function: called, ...others }: ToolCallDelta, events: WireEvent[]): void {
    const custom = isRecord(others.custom) ? others.custom : undefined
    const call_id = id ?? `call_${index}`
    if (custom === undefined) {
      const item = { type: 'function_call', call_id, ...this.#toolNamed(called?.name ?? '') }
      this.#grow(this.#textAt(index, 'function_call', 'fc', item, events), called?.arguments ?? '', events)
      return
    }
    const item = { type: 'custom_tool_call', call_id, ...this.#toolNamed(String(custom.name ?? '')) }
    const text = this.#textAt(index, 'custom_tool_call', 'ctc', item, events)
    this.#grow(text, typeof custom.input === 'string' ? custom.input : '', events)
  }

  #toolNamed(name: string): Members {
    return { ...(this.#namespaced.get(name) ?? { name }) }
  }

  /** A text of the output; its item and its part are added with its first piece. */
  #textAt(key: TextKind | number, kind: TextKind, prefix: string, item: Members, events: WireEvent[]): GrowingText {
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const output_index = this.#texts.size
    const id = `${prefix}_${this.#head.id.slice(this.#head.id.indexOf('_') + 1)}_${output_index}`
    const text: GrowingText = { kind, output_index, item: { id, ...item }, text: '' }
    this.#texts.set(key, text)
    const { member, part } = FORMS[kind]
    const empty = part === undefined ? { [member]: '' } : { content: [] }
    events.push({
      type: 'response.output_item.added',
      output_index,
      item: { ...text.item, status: 'in_progress', ...empty },
    })
    if (part !== undefined) events.push({ type: 'response.content_part.added', ...placeOf(text), part: part('') })
    return text
  }

  #grow(text: GrowingText, delta: string, events: WireEvent[]): void {
    if (delta === '') return
    text.text += delta
    events.push({ type: `${FORMS[text.kind].stem}.delta`, ...placeOf(text), delta, ...logprobsOf(text) })
  }
}

const INCOMPLETE: ReadonlyMap<string, string> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
])

/** How each text stands in events, in its part and in its item. */
interface Form {
  readonly stem: string
  readonly member: string
  readonly part?: (text: string) => Members
}

const FORMS: Readonly<Record<TextKind, Form>> = {
  content: {
    stem: 'response.output_text',
    member: 'text',
    part: (text) => ({ type: 'output_text', text, annotations: [], logprobs: [] }),
  },
  refusal: { stem: 'response.refusal', member: 'refusal', part: (refusal) => ({ type: 'refusal', refusal }) },
  reasoning: { stem: 'response.reasoning_text', member: 'text', part: (text) => ({ type: 'reasoning_text', text }) },
  function_call: { stem: 'response.function_call_arguments', member: 'arguments' },
  custom_tool_call: { stem: 'response.custom_tool_call_input', member: 'input' },
}

function placeOf({ kind, output_index, item }: GrowingText): Members {
  const place = { item_id: item.id, output_index }
  return FORMS[kind].part === undefined ? place : { ...place, content_index: 0 }
}

function logprobsOf({ kind }: GrowingText): Members {
  return kind === 'content' ? { logprobs: [] } : {}
}

function doneEvents(text: GrowingText): readonly WireEvent[] {
  const { stem, member, part } = FORMS[text.kind]
  const place = placeOf(text)
  const name = text.kind === 'function_call' ? { name: text.item.name } : {}
  return [
    { type: `${stem}.done`, ...place, ...name, [member]: text.text, ...logprobsOf(text) },
    ...(part === undefined ? [] : [{ type: 'response.content_part.done', ...place, part: part(text.text) }]),
    { type: 'response.output_item.done', output_index: text.output_index, item: itemOf(text, 'completed') },
  ]
}

function itemOf({ kind, item, text }: GrowingText, status: string): Members {
  const { member, part } = FORMS[kind]
  return { ...item, status, ...(part === undefined ? { [member]: text } : { content: [part(text)] }) }
}

function usageOf(usage: Usage | null | undefined): Members | null {
  if (!usage) return null
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details } = usage
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: detail(prompt_tokens_details, 'cached_tokens') },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: detail(completion_tokens_details, 'reasoning_tokens') },
    total_tokens,
    ...estimatedMark(usage),
  }
}

function detail(details: unknown, member: string): number {
  const count = isRecord(details) ? details[member] : undefined
  return typeof count === 'number' ? count : 0
}
