import { usageOf } from './completion.ts'
import { eventFrame, exceptionFrame } from './event-stream.ts'
import { type StubAnswer, splitAt, splitEvery, splitIntoWords } from './reply.ts'
import type { StubRequest } from './request-log.ts'

type Json = Readonly<Record<string, unknown>>

const BEDROCK_PATH = /^\/model\/([^/]+)\/(converse|converse-stream)$/
const ARGUMENT_PIECE_LENGTH = 8

/** The stop reasons of Converse by OpenAI's finish reasons. */
const REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'guardrail_intervened',
}

/** The model that a path of Bedrock's names, and whether a stream is asked for; undefined for other paths. */
export function readBedrockPath(pathname: string): { readonly model: string; readonly stream: boolean } | undefined {
  const [, model, method] = BEDROCK_PATH.exec(pathname) ?? []
  return model === undefined ? undefined : { model: decodeURIComponent(model), stream: method === 'converse-stream' }
}

/**
 * The answer as Converse gives it.
 *
 * Written from https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, read in November 2026.
 */
export function toConverseAnswer(answer: StubAnswer, _request: StubRequest): Json {
  const { text, toolCalls = [], extraMessage } = answer
  const thought = extraMessage?.reasoning_content
  const content = [
    ...(typeof thought === 'string' ? [{ reasoningContent: { reasoningText: { text: thought } } }] : []),
    ...(text === undefined || text === null ? [] : [{ text }]),
    ...toolCalls.map(({ id, name, arguments: json }, index) => ({
      toolUse: { toolUseId: id ?? `call_${index}`, name, input: JSON.parse(json) },
    })),
  ]
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: stopReasonOf(answer),
    usage: converseUsage(answer),
    metrics: { latencyMs: 1 },
    ...answer.extra,
  }
}

/**
 * The same as the frames of ConverseStream. Usage comes last, behind `messageStop`.
 *
 * Written from https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html and
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html, read in November 2026.
 */
export function toConverseFrames(answer: StubAnswer, _request: StubRequest): readonly Uint8Array[] {
  const { text, cuts, toolCalls = [], extraMessage } = answer
  const thought = extraMessage?.reasoning_content
  const frames = [eventFrame('messageStart', { role: 'assistant' })]
  let contentBlockIndex = 0
  const block = (deltas: readonly Json[], start?: Json) => {
    if (start !== undefined) frames.push(eventFrame('contentBlockStart', { start, contentBlockIndex }))
    for (const delta of deltas) frames.push(eventFrame('contentBlockDelta', { delta, contentBlockIndex }))
    frames.push(eventFrame('contentBlockStop', { contentBlockIndex }))
    contentBlockIndex += 1
  }
  if (typeof thought === 'string') block([{ reasoningContent: { text: thought } }])
  if (text !== undefined && text !== null) {
    const pieces = cuts === undefined ? splitIntoWords(text) : splitAt(text, cuts)
    block(pieces.map((piece) => ({ text: piece })))
  }
  for (const [index, { id, name, arguments: json, cuts }] of toolCalls.entries()) {
    const pieces = cuts === undefined ? splitEvery(json, ARGUMENT_PIECE_LENGTH) : splitAt(json, cuts)
    block(
      pieces.map((input) => ({ toolUse: { input } })),
      { toolUse: { toolUseId: id ?? `call_${index}`, name } },
    )
  }
  frames.push(eventFrame('messageStop', { stopReason: stopReasonOf(answer) }))
  frames.push(eventFrame('metadata', { usage: converseUsage(answer), metrics: { latencyMs: 1 } }))
  return frames
}

/** A failure in the middle of a stream that began with 200. */
export function converseException(message: string): Uint8Array {
  return exceptionFrame('modelStreamErrorException', { message, originalStatusCode: 500 })
}

function stopReasonOf({ finishReason, toolCalls }: StubAnswer): string {
  const reason = finishReason ?? (toolCalls === undefined ? 'stop' : 'tool_calls')
  return REASONS[reason] ?? reason
}

function converseUsage(answer: StubAnswer): Json {
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usageOf(answer, [answer])
  return { inputTokens, outputTokens, totalTokens: Number(inputTokens) + Number(outputTokens) }
}
