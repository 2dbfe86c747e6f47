import type { EmbeddingsAnswer, EmbeddingsRequest } from '@sluice/contracts'
import type { ModelRequest } from '@sluice/pipeline/ports'
import { AnswerFault } from './answer-fault.ts'
import { isRecord } from './is-record.ts'
import { type HoldBytes, parseReported, readText } from './read-answer.ts'
import type { UpstreamBody } from './upstream-exchange.ts'

/** Bytes of one component of a vector in base64: a 32-bit float. */
const FLOAT_BYTES = 4
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

type Embedding = EmbeddingsAnswer['data'][number]

/**
 * Reads an answer of the embeddings wire: exactly one vector for each text, as numbers or in base64. Servers that speak
 * the wire loosely leave out `object`, `index`, `model` or `usage`; these are filled in. Throws `AnswerFault`, and as
 * `hold` does.
 *
 * @param maxBytes the longest answer taken.
 */
export async function readEmbeddings(
  body: UpstreamBody,
  maxBytes: number,
  request: ModelRequest & { readonly kind: 'embeddings' },
  hold: HoldBytes,
): Promise<EmbeddingsAnswer> {
  const { text, isWhole } = await readText(body, maxBytes, hold)
  if (!isWhole) throw new AnswerFault('malformed')
  const texts = request.remote === undefined ? textsIn(request.body.input) : request.body.texts
  const answer = toEmbeddings(parseReported(text), texts, request.body.model)
  if (answer === undefined) throw new AnswerFault('malformed')
  return answer
}

function textsIn(input: EmbeddingsRequest['input']): number {
  return typeof input === 'string' ? 1 : input.length
}

function toEmbeddings(value: unknown, count: number, model: string): EmbeddingsAnswer | undefined {
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined
  const data = value.data.map(toEmbedding).filter((embedding) => embedding !== undefined)
  const places = new Set(data.map(({ index }) => index))
  if (value.data.length !== count || data.length !== count || places.size !== count) return undefined
  if (data.some(({ index }) => index >= count)) return undefined
  // An upstream has no business in this member: it is the gateway's own.
  const { service_metadata: _, ...members } = value
  return {
    ...members,
    object: 'list',
    data: data.sort((a, b) => a.index - b.index),
    model: typeof value.model === 'string' ? value.model : model,
    usage: usageOf(value.usage),
  }
}

function toEmbedding(value: unknown, place: number): Embedding | undefined {
  if (!isRecord(value)) return undefined
  const { embedding, index = place } = value
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) return undefined
  return isVector(embedding) ? { ...value, object: 'embedding', index, embedding } : undefined
}

function isVector(value: unknown): value is number[] | string {
  if (Array.isArray(value)) return value.length > 0 && value.every((component) => Number.isFinite(component))
  return typeof value === 'string' && BASE64.test(value) && holdsFiniteFloats(Buffer.from(value, 'base64'))
}

/** Whether bytes are little-endian 32-bit floats, none of them infinite or not a number. */
function holdsFiniteFloats(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return false
  for (let at = 0; at < bytes.length; at += FLOAT_BYTES) if (!Number.isFinite(bytes.readFloatLE(at))) return false
  return true
}

function usageOf(value: unknown): EmbeddingsAnswer['usage'] {
  const usage = isRecord(value) ? value : {}
  const prompt_tokens = countOf(usage.prompt_tokens) ?? 0
  return { ...usage, prompt_tokens, total_tokens: countOf(usage.total_tokens) ?? prompt_tokens }
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
