import { type StubAnswer, type StubChoice, splitAt, splitEvery, splitIntoWords } from './reply.ts'
import type { StubRequest } from './request-log.ts'

const ARGUMENT_PIECE_LENGTH = 8
// A fixed time keeps recorded answers comparable.
const CREATED = 1_700_000_000

type Json = Readonly<Record<string, unknown>>

/** The answer as one `chat.completion` object. */
export function toCompletion(answer: StubAnswer, request: StubRequest): Json {
  if (answer.completion !== undefined) return answer.completion
  const choices = choicesOf(answer, request)
  return {
    id: completionId(request),
    object: 'chat.completion',
    created: CREATED,
    model: request.model,
    choices: choices.map((choice, index) => ({
      index,
      message: message(choice),
      logprobs: null,
      finish_reason: finishReason(choice),
    })),
    usage: usageOf(answer, choices),
    ...answer.extra,
  }
}

/** The answer as the frames of a stream, without `[DONE]`; the choices take turns. */
export function toChunks(answer: StubAnswer, request: StubRequest): readonly unknown[] {
  if (answer.chunks !== undefined) return answer.chunks
  const choices = choicesOf(answer, request)
  const includeUsage = wantsUsage(request.body)
  const envelope = {
    id: completionId(request),
    object: 'chat.completion.chunk',
    created: CREATED,
    model: request.model,
    ...(includeUsage ? { usage: null } : {}),
    ...answer.extra,
  }
  const deltas = takeTurns(choices.map((choice, index) => choiceDeltas(choice, index)))
  const chunks: unknown[] = deltas.map((choice) => ({ ...envelope, choices: [choice] }))
  if (includeUsage) chunks.push({ ...envelope, choices: [], usage: usageOf(answer, choices) })
  return chunks
}

function choicesOf(answer: StubAnswer, request: StubRequest): readonly StubChoice[] {
  if (answer.completion !== undefined) return choicesOfCompletion(answer.completion)
  if (answer.choices !== undefined) return answer.choices
  const wanted = typeof request.body.n === 'number' ? Math.max(1, Math.min(request.body.n, 128)) : 1
  return Array.from({ length: wanted }, () => answer)
}

function choiceDeltas(choice: StubChoice, index: number): Json[] {
  const { text = null, cuts, toolCalls = [], extraMessage } = choice
  const first = { role: 'assistant', content: text === null ? null : '', ...extraMessage }
  const pieces = text === null ? [] : cuts === undefined ? splitIntoWords(text) : splitAt(text, cuts)
  const calls = toolCalls.flatMap((call, callIndex) => {
    const { id = `call_${callIndex}`, name, arguments: json } = call
    const opening = { index: callIndex, id, type: 'function', function: { name, arguments: '' } }
    const argumentPieces = call.cuts === undefined ? splitEvery(json, ARGUMENT_PIECE_LENGTH) : splitAt(json, call.cuts)
    return [opening, ...argumentPieces.map((piece) => ({ index: callIndex, function: { arguments: piece } }))]
  })
  const deltas: Json[] = [
    first,
    ...pieces.map((content) => ({ content })),
    ...calls.map((call) => ({ tool_calls: [call] })),
  ]
  const open = deltas.map((delta) => ({ index, delta, logprobs: null, finish_reason: null }))
  return [...open, { index, delta: {}, logprobs: null, finish_reason: finishReason(choice) }]
}

function message(choice: StubChoice): Json {
  const { text = null, toolCalls, extraMessage } = choice
  const calls = toolCalls?.map(({ id, name, arguments: json }, index) => ({
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: json },
  }))
  return { role: 'assistant', content: text, refusal: null, ...(calls && { tool_calls: calls }), ...extraMessage }
}

function finishReason(choice: StubChoice): string {
  return choice.finishReason ?? (choice.toolCalls === undefined ? 'stop' : 'tool_calls')
}

/** What the answer has cost, as OpenAI counts it. */
export function usageOf(answer: StubAnswer, choices: readonly StubChoice[]): Json {
  if (answer.usage !== undefined) return answer.usage
  const completionTokens = choices.reduce((sum, choice) => sum + splitIntoWords(choice.text ?? '').length, 0)
  return { prompt_tokens: 10, completion_tokens: completionTokens, total_tokens: 10 + completionTokens }
}

function choicesOfCompletion(completion: Json): StubChoice[] {
  const choices = Array.isArray(completion.choices) ? completion.choices : []
  return choices.map(({ message: given, finish_reason: finishReasonGiven }) => ({
    text: given?.content ?? null,
    finishReason: finishReasonGiven ?? 'stop',
    ...(given?.tool_calls && {
      toolCalls: given.tool_calls.map((call: { id: string; function: { name: string; arguments: string } }) => ({
        id: call.id,
        ...call.function,
      })),
    }),
  }))
}

function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

function wantsUsage(body: Json): boolean {
  const options = body.stream_options
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
}

function completionId(request: StubRequest): string {
  return `chatcmpl-stub-${request.number}`
}
