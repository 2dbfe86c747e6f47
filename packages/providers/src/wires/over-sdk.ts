import {
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import type { CompletionChunk } from '@sluice/contracts'
import { answerOf, type EndpointCall, type ModelRequest } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { beginAnswer } from '../begin-answer.ts'
import { ChatNormalizer, UsageEstimate } from '../normalize-answer.ts'
import { AnswerChunks } from '../sdk/answer-chunks.ts'
import { chatToCall } from '../sdk/chat-to-call.ts'
import { SdkExchange } from '../sdk/sdk-exchange.ts'
import { type SdkKind, sdkModels } from '../sdk/sdk-models.ts'
import { cannotSay } from '../translate/refuse.ts'
import type { Upstream } from '../upstream.ts'
import { type DigestedBody, digestedBytes } from '../upstream-body.ts'
import { type ChatAnswer, withUsage } from './chat.ts'

type ChatCall = ModelRequest & { readonly kind: 'chat' }

/**
 * Asks a provider whose wire a package of the AI SDK writes and reads. The request leaves by the connections of the
 * endpoint, and all bounds of answers hold.
 */
export function askOverSdk(kind: SdkKind) {
  return async (upstream: Upstream, request: ChatCall, call: EndpointCall): Promise<ChatAnswer> => {
    const isStream = request.body.stream === true
    const { options, body } = await callOf(kind, upstream, request, call)
    const models = await sdkModels(kind)
    const exchange = new SdkExchange(upstream, call, { kind, isStream, body })
    const settings = { baseURL: upstream.baseUrl, fetch: exchange.fetch }
    const model = models.language(upstream.modelNameOf(request.body.model), settings)
    const defaults = upstream.answerDefaults(request, call)
    const writer = new AnswerChunks(defaults, call.markSeal)
    const normalizer = new ChatNormalizer(defaults.id)
    try {
      if (isStream) {
        const { stream } = await model.doStream(options)
        const estimate = new UsageEstimate(exchange.sentBytes)
        const batches = readParts(stream, (part) => writer.take(part).map((chunk) => normalizer.take(chunk)), exchange)
        return { kind: 'chunks', chunks: await beginAnswer(exchange, withUsage(batches, estimate, defaults), call) }
      }
      const whole = normalizer.take(writer.whole(await model.doGenerate(options)))
      const estimate = new UsageEstimate(exchange.sentBytes)
      estimate.see(whole)
      const usage = estimate.usage()
      return answerOf([usage === undefined ? whole : { ...whole, usage }])
    } catch (error) {
      exchange.cancel()
      if (UnsupportedFunctionalityError.isInstance(error)) throw cannotSay('A part of this request', 'messages')
      throw exchange.failureOf(error)
    }
  }
}

/** A call, and its body where a thread has written it. */
async function callOf(
  kind: SdkKind,
  upstream: Upstream,
  request: ChatCall,
  call: EndpointCall,
): Promise<{ readonly options: LanguageModelV4CallOptions; readonly body: DigestedBody | undefined }> {
  if (request.remote === undefined) return { options: chatToCall(request.body, kind), body: undefined }
  const { body, masked } = request
  if (masked === undefined) throw new Error('A body that nobody has masked must not leave.')
  const asked = { kind, model: upstream.modelNameOf(body.model), isStream: body.stream === true }
  const { bytes, hash, outline } = await upstream.longBodies.write(asked, masked, call)
  return { options: outline, body: digestedBytes(bytes, hash) }
}

/** What the parts of a stream bring, those of one part together. Throws `AnswerFault` and what the connection threw. */
async function* readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  take: (part: LanguageModelV4StreamPart) => readonly CompletionChunk[],
  exchange: SdkExchange,
): AsyncGenerator<readonly CompletionChunk[], void> {
  const reader = stream.getReader()
  try {
    let isFinished = false
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (read.value.type === 'finish') isFinished = true
      const chunks = take(read.value)
      if (chunks.length > 0) yield chunks
    }
    if (!isFinished) throw new AnswerFault('incomplete')
  } catch (error) {
    throw exchange.failureOf(error)
  }
}
