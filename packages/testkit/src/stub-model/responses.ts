import { type StubAnswer, splitAt, splitEvery, splitIntoWords } from './reply.ts'
import type { StubRequest } from './request-log.ts'

export const RESPONSES_PATH = '/v1/responses'

const ARGUMENT_PIECE_LENGTH = 8
// A fixed time keeps recorded answers comparable.
const CREATED = 1_700_000_000

type Json = Readonly<Record<string, unknown>>
type StubEvent = Json & { readonly type: string }

/** Members of the request that OpenAI repeats in the response. */
const ECHOED: Json = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  user: null,
}

/** The answer as one `response` object. */
export function toResponse(answer: StubAnswer, request: StubRequest): Json {
  if (answer.completion !== undefined) return answer.completion
  return responseOf(answer, request, { status: statusOf(answer), output: outputOf(answer), usage: usageOf(answer) })
}

/** The answer as the events of a stream, in the order in which OpenAI sends them. */
export function toResponseEvents(answer: StubAnswer, request: StubRequest): readonly StubEvent[] {
  const events = answer.chunks === undefined ? [...eventsOf(answer, request)] : answer.chunks.map(asEvent)
  return events.map((event, at) => ({ ...event, sequence_number: at }))
}

function* eventsOf(answer: StubAnswer, request: StubRequest): Generator<StubEvent> {
  const begun = responseOf(answer, request, { status: 'in_progress', output: [], usage: null })
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  for (const [index, item] of outputOf(answer).entries()) yield* itemEvents(item, index, answer)
  const response = toResponse(answer, request)
  yield { type: `response.${String(response.status)}`, response }
}

function* itemEvents(item: Json, output_index: number, answer: StubAnswer): Generator<StubEvent> {
  const about = { item_id: item.id, output_index }
  if (item.type === 'message' && Array.isArray(item.content)) {
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', content: [] } }
    for (const [content_index, part] of item.content.entries()) {
      yield* partEvents(part, { ...about, content_index }, answer)
    }
  } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
    yield* callEvents(item, about, answer)
  } else {
    yield { type: 'response.output_item.added', output_index, item }
  }
  yield { type: 'response.output_item.done', output_index, item }
}

function* partEvents(part: Json, about: Json, { cuts }: StubAnswer): Generator<StubEvent> {
  const member = part.type === 'refusal' ? 'refusal' : 'text'
  const stem = part.type === 'refusal' ? 'response.refusal' : 'response.output_text'
  const text = String(part[member])
  const logprobs = member === 'text' ? { logprobs: [] } : {}
  yield { type: 'response.content_part.added', ...about, part: { ...part, [member]: '', annotations: [] } }
  for (const delta of cuts === undefined ? splitIntoWords(text) : splitAt(text, cuts)) {
    yield { type: `${stem}.delta`, ...about, delta, ...logprobs }
  }
  const annotations: readonly unknown[] = Array.isArray(part.annotations) ? part.annotations : []
  for (const [annotation_index, annotation] of annotations.entries()) {
    yield { type: 'response.output_text.annotation.added', ...about, annotation_index, annotation }
  }
  yield { type: `${stem}.done`, ...about, [member]: text, ...logprobs }
  yield { type: 'response.content_part.done', ...about, part }
}

function* callEvents(item: Json, about: Json, answer: StubAnswer): Generator<StubEvent> {
  const { output_index } = about
  const isFunction = item.type === 'function_call'
  const member = isFunction ? 'arguments' : 'input'
  const stem = isFunction ? 'response.function_call_arguments' : 'response.custom_tool_call_input'
  const text = String(item[member])
  const cuts = answer.toolCalls?.find(({ name }) => name === item.name)?.cuts
  yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', [member]: '' } }
  for (const delta of cuts === undefined ? splitEvery(text, ARGUMENT_PIECE_LENGTH) : splitAt(text, cuts)) {
    yield { type: `${stem}.delta`, ...about, delta }
  }
  yield { type: `${stem}.done`, ...about, [member]: text }
}

function responseOf(answer: StubAnswer, { number, body, model }: StubRequest, changes: Json): Json {
  const echoed = Object.fromEntries(Object.keys(ECHOED).map((name) => [name, body[name] ?? ECHOED[name]]))
  const isCut = changes.status === 'incomplete'
  return {
    id: `resp_stub_${number}`,
    object: 'response',
    created_at: CREATED,
    model,
    error: null,
    incomplete_details: isCut ? { reason: answer.finishReason ?? 'max_output_tokens' } : null,
    ...echoed,
    ...changes,
    ...answer.extra,
  }
}

function statusOf({ finishReason }: StubAnswer): string {
  return finishReason === undefined || finishReason === 'stop' ? 'completed' : 'incomplete'
}

function outputOf(answer: StubAnswer): readonly Json[] {
  const { text = null, toolCalls = [], extraMessage, items = [] } = answer
  const content = { type: 'output_text', text, annotations: [], logprobs: [], ...extraMessage }
  const message = { id: 'msg_stub', type: 'message', status: 'completed', role: 'assistant', content: [content] }
  const calls = toolCalls.map(({ id, name, arguments: json }, index) => ({
    id: `fc_stub_${index}`,
    type: 'function_call',
    status: 'completed',
    call_id: id ?? `call_${index}`,
    name,
    arguments: json,
  }))
  return [...items, ...(text === null ? [] : [message]), ...calls]
}

function usageOf(answer: StubAnswer): Json {
  if (answer.usage !== undefined) return answer.usage
  const output_tokens = splitIntoWords(answer.text ?? '').length
  return {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 10 + output_tokens,
  }
}

function asEvent(chunk: unknown): StubEvent {
  if (typeof chunk === 'object' && chunk !== null && 'type' in chunk) return { ...chunk, type: String(chunk.type) }
  throw new TypeError('An event of a response has a type.')
}
