import type { EmbeddingsAnswer } from '@sluice/contracts'
import type { Answer, EndpointCall, ModelRequest, SentBytes } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { isRecord } from '../is-record.ts'
import { estimatedTokens } from '../normalize-answer.ts'
import { SdkExchange } from '../sdk/sdk-exchange.ts'
import { type SdkKind, sdkModels } from '../sdk/sdk-models.ts'
import { type WrittenPart, writeEmbeddings } from '../sdk/written-embeddings.ts'
import type { Upstream } from '../upstream.ts'
import { digestedBytes } from '../upstream-body.ts'
import { SentParts } from './sent-parts.ts'

type EmbeddingsCall = ModelRequest & { readonly kind: 'embeddings' }

/** Calls of one request at a time: others want connections, too. */
const CALLS_AT_ONCE = 4
const FLOAT_BYTES = 4

/** What one call has brought. */
interface EmbeddedPart {
  readonly vectors: readonly (readonly number[])[]
  /** Undefined where the provider does not say it. */
  readonly tokens: number | undefined
  readonly sentBytes: number
}

/**
 * Asks a provider for embeddings whose wire a package of the AI SDK writes and reads. Where it takes fewer texts in a
 * call than a request has, there are several calls; the first that fails ends the others.
 */
export function askEmbeddingsOverSdk(kind: SdkKind) {
  return async (upstream: Upstream, request: EmbeddingsCall, call: EndpointCall): Promise<Answer> => {
    const parts = await partsOf(kind, upstream, request, call)
    const model = upstream.modelNameOf(request.body.model)
    const sent = new SentParts(parts.map(({ bytes }) => bytes))
    const embedded = await embedAll(parts, call, (part, at, signal) => {
      const leaving = (bytes: SentBytes) => call.leaving(sent.leaving(at, bytes))
      return embedPart(kind, upstream, model, part, { ...call, signal, leaving })
    })
    return { kind: 'whole', value: answerOf(embedded, request.body) }
  }
}

/** The bodies of the calls, written by a thread where they are long. */
function partsOf(
  kind: SdkKind,
  upstream: Upstream,
  request: EmbeddingsCall,
  call: EndpointCall,
): Promise<readonly WrittenPart[]> {
  const model = upstream.modelNameOf(request.body.model)
  if (request.remote === undefined) return writeEmbeddings(request.body, kind, model)
  const { masked } = request
  if (masked === undefined) throw new Error('A body that nobody has masked must not leave.')
  return upstream.longBodies.writeEmbeddings({ kind, model }, masked, call)
}

/** Some calls at a time, in the order of the texts. Rejects with the first failure, once all that began have ended. */
async function embedAll(
  parts: readonly WrittenPart[],
  { signal }: Pick<EndpointCall, 'signal'>,
  embed: (part: WrittenPart, at: number, signal: AbortSignal) => Promise<EmbeddedPart>,
): Promise<readonly EmbeddedPart[]> {
  const failed = new AbortController()
  const either = parts.length === 1 ? signal : AbortSignal.any([signal, failed.signal])
  const waiting = parts.entries()
  const embedded: EmbeddedPart[] = []
  let failure: { readonly error: unknown } | undefined
  const work = async () => {
    try {
      for (const [at, part] of waiting) embedded[at] = await embed(part, at, either)
    } catch (error) {
      failure ??= { error }
      failed.abort(error)
    }
  }
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, parts.length) }, work))
  if (failure !== undefined) throw failure.error
  return embedded
}

async function embedPart(
  kind: SdkKind,
  upstream: Upstream,
  model: string,
  { bytes, hash, texts }: WrittenPart,
  call: EndpointCall,
): Promise<EmbeddedPart> {
  const models = await sdkModels(kind)
  const exchange = new SdkExchange(upstream, call, { kind, isStream: false, body: digestedBytes(bytes, hash) })
  try {
    // The package reads the answer by the number of texts. The bytes that leave are those that it has written before.
    const values = Array.from({ length: texts }, () => '-')
    const sdk = models.embedding(model, { baseURL: upstream.baseUrl, fetch: exchange.fetch })
    const answer = await sdk.doEmbed({ values })
    const { embeddings: vectors } = answer
    if (vectors.length !== texts || !vectors.every(isVector)) throw new AnswerFault('malformed')
    return { vectors, tokens: tokensOf(answer), sentBytes: exchange.sentBytes }
  } catch (error) {
    exchange.cancel()
    throw exchange.failureOf(error)
  }
}

/** Google's package leaves out what newer models say: https://ai.google.dev/api/embeddings#EmbedContentResponse */
function tokensOf({
  usage,
  response,
}: {
  readonly usage?: { readonly tokens: number } | undefined
  readonly response?: { readonly body?: unknown } | undefined
}): number | undefined {
  const body = isRecord(response?.body) ? response.body.usageMetadata : undefined
  const tokens = usage?.tokens ?? (isRecord(body) ? body.promptTokenCount : undefined)
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined
}

function isVector(vector: readonly number[]): boolean {
  return vector.length > 0 && vector.every((component) => Number.isFinite(Math.fround(component)))
}

function answerOf(
  embedded: readonly EmbeddedPart[],
  { model, encoding_format: format }: EmbeddingsCall['body'],
): EmbeddingsAnswer {
  const vectors = embedded.flatMap(({ vectors: some }) => some)
  const isEstimated = embedded.some(({ tokens }) => tokens === undefined)
  const tokens = embedded.reduce((sum, part) => sum + (part.tokens ?? estimatedTokens(part.sentBytes)), 0)
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      ...{ object: 'embedding', index },
      embedding: format === 'base64' ? toBase64(vector) : [...vector],
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens, ...(isEstimated ? { estimated: true } : {}) },
  }
}

/** Little-endian 32-bit floats, as OpenAI writes them. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * FLOAT_BYTES)
  for (const [at, component] of vector.entries()) bytes.writeFloatLE(component, at * FLOAT_BYTES)
  return bytes.toString('base64')
}
