import { type StubAnswer, splitAt, splitEvery, splitIntoWords } from './reply.ts'
import type { StubRequest } from './request-log.ts'

export const MESSAGES_PATH = '/v1/messages'
export const COUNT_TOKENS_PATH = '/v1/messages/count_tokens'

const ARGUMENT_PIECE_LENGTH = 8

type Json = Readonly<Record<string, unknown>>
type StubEvent = Json & { readonly type: string }

/** Anthropic's words for how an answer ended. */
const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['content_filter', 'refusal'],
])

/** The answer as one message. */
export function toMessage(answer: StubAnswer, request: StubRequest): Json {
  if (answer.completion !== undefined) return answer.completion
  return messageOf(answer, request, {
    content: contentOf(answer),
    stop_reason: stopReasonOf(answer),
    usage: usageOf(answer),
  })
}

/** How many tokens a request has: one for each four letters of its body. */
export function toTokenCount({ rawBody }: StubRequest): Json {
  return { input_tokens: Math.ceil(rawBody.length / 4) }
}

/** The answer as the events of a stream, in the order in which Anthropic sends them. */
export function toMessageEvents(answer: StubAnswer, request: StubRequest): readonly StubEvent[] {
  return answer.chunks === undefined ? [...eventsOf(answer, request)] : answer.chunks.map(asEvent)
}

function* eventsOf(answer: StubAnswer, request: StubRequest): Generator<StubEvent> {
  const usage = usageOf(answer)
  const begun = { content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  yield { type: 'message_start', message: messageOf(answer, request, begun) }
  yield { type: 'ping' }
  for (const [index, block] of contentOf(answer).entries()) {
    yield { type: 'content_block_start', index, content_block: beginningOf(block) }
    for (const delta of deltasOf(block, answer)) yield { type: 'content_block_delta', index, delta }
    yield { type: 'content_block_stop', index }
  }
  const delta = { stop_reason: stopReasonOf(answer), stop_sequence: null }
  yield { type: 'message_delta', delta, usage: { output_tokens: usage.output_tokens } }
  yield { type: 'message_stop' }
}

function beginningOf(block: Json): Json {
  if (block.type === 'text') return { ...block, text: '' }
  if (block.type === 'tool_use') return { ...block, input: {} }
  return block.type === 'thinking' ? { ...block, thinking: '', signature: '' } : block
}

function* deltasOf(block: Json, { cuts, toolCalls }: StubAnswer): Generator<Json> {
  if (block.type === 'text') {
    const text = String(block.text)
    for (const piece of cuts === undefined ? splitIntoWords(text) : splitAt(text, cuts)) {
      yield { type: 'text_delta', text: piece }
    }
  } else if (block.type === 'tool_use') {
    const call = toolCalls?.find(({ id }, index) => (id ?? `toolu_${index}`) === block.id)
    const json = call?.arguments ?? JSON.stringify(block.input)
    const pieces = call?.cuts === undefined ? splitEvery(json, ARGUMENT_PIECE_LENGTH) : splitAt(json, call.cuts)
    for (const piece of pieces) yield { type: 'input_json_delta', partial_json: piece }
  } else if (block.type === 'thinking') {
    for (const piece of splitIntoWords(String(block.thinking))) yield { type: 'thinking_delta', thinking: piece }
    yield { type: 'signature_delta', signature: block.signature }
  }
}

function messageOf(answer: StubAnswer, { number, model }: StubRequest, changes: Json): Json {
  return {
    id: `msg_stub_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    ...changes,
    ...answer.extra,
  }
}

function contentOf({ text = null, toolCalls = [], items = [], extraMessage }: StubAnswer): readonly Json[] {
  const calls = toolCalls.map(({ id, name, arguments: json }, index) => {
    const input: unknown = JSON.parse(json)
    return { type: 'tool_use', id: id ?? `toolu_${index}`, name, input }
  })
  return [...items, ...(text === null ? [] : [{ type: 'text', text, ...extraMessage }]), ...calls]
}

function stopReasonOf({ finishReason, toolCalls }: StubAnswer): string {
  const reason = finishReason ?? (toolCalls === undefined ? 'stop' : 'tool_calls')
  return STOP_REASONS.get(reason) ?? reason
}

function usageOf({ usage, text }: StubAnswer): Json {
  return usage ?? { input_tokens: 10, output_tokens: splitIntoWords(text ?? '').length }
}

function asEvent(chunk: unknown): StubEvent {
  if (typeof chunk === 'object' && chunk !== null && 'type' in chunk) return { ...chunk, type: String(chunk.type) }
  throw new TypeError('An event of a message has a type.')
}
