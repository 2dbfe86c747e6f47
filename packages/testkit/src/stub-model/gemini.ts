import { usageOf } from './completion.ts'
import { type StubAnswer, splitAt, splitIntoWords } from './reply.ts'
import type { StubRequest } from './request-log.ts'

type Json = Readonly<Record<string, unknown>>

/** The version stands in the path, then the model, then what is done. */
const GEMINI_PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

/** The finish reasons of Gemini by OpenAI's. */
const REASONS: Readonly<Record<string, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
}

/** The model that a path of Gemini's names, and whether a stream is asked for; undefined for other paths. */
export function readGeminiPath(pathname: string): { readonly model: string; readonly stream: boolean } | undefined {
  const [, model, method] = GEMINI_PATH.exec(pathname) ?? []
  return model === undefined ? undefined : { model, stream: method === 'streamGenerateContent' }
}

/**
 * The answer as Gemini's generateContent gives it.
 *
 * Written from https://ai.google.dev/api/generate-content#generatecontentresponse and
 * https://ai.google.dev/gemini-api/docs/thought-signatures, read in November 2026.
 */
export function toGeminiAnswer(answer: StubAnswer, request: StubRequest): Json {
  return withLast(answer, request, [...thoughtsOf(answer), ...textsOf(answer, false), ...callsOf(answer)])
}

/** The same as the events of a stream: a text comes word by word, a call as a whole. */
export function toGeminiEvents(answer: StubAnswer, request: StubRequest): readonly Json[] {
  const parts = [...thoughtsOf(answer), ...textsOf(answer, true), ...callsOf(answer)]
  const open = parts.map((part) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
    modelVersion: request.model,
  }))
  return [...open, withLast(answer, request, [{ text: '' }])]
}

/** An error of Google's interfaces: https://cloud.google.com/apis/design/errors#http_mapping */
export function geminiError(message: string): Json {
  return { error: { code: 503, message, status: 'UNAVAILABLE' } }
}

function withLast(answer: StubAnswer, request: StubRequest, parts: readonly Json[]): Json {
  const { prompt_tokens: prompt, completion_tokens: completion } = usageOf(answer, [answer])
  const reason = answer.finishReason ?? 'stop'
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: REASONS[reason] ?? reason, index: 0 }],
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: completion,
      totalTokenCount: Number(prompt) + Number(completion),
    },
    modelVersion: request.model,
    responseId: `stub-${request.number}`,
    ...answer.extra,
  }
}

function thoughtsOf({ extraMessage }: StubAnswer): readonly Json[] {
  const thought = extraMessage?.reasoning_content
  return typeof thought === 'string' ? [{ text: thought, thought: true }] : []
}

function textsOf({ text, cuts }: StubAnswer, isSplit: boolean): readonly Json[] {
  if (text === undefined || text === null) return []
  if (!isSplit) return [{ text }]
  return (cuts === undefined ? splitIntoWords(text) : splitAt(text, cuts)).map((piece) => ({ text: piece }))
}

function callsOf({ toolCalls = [] }: StubAnswer): readonly Json[] {
  return toolCalls.map(({ id, name, arguments: json, signature }, index) => ({
    functionCall: { id: id ?? `call_${index}`, name, args: JSON.parse(json) },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  }))
}
