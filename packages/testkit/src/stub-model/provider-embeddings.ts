import { stubVector } from './embeddings.ts'
import type { StubAnswer } from './reply.ts'
import type { StubRequest } from './request-log.ts'

type Json = Readonly<Record<string, unknown>>

const GEMINI_PATH = /^\/v1beta\/models\/([^/:]+):(?:embedContent|batchEmbedContents)$/
const BEDROCK_PATH = /^\/model\/([^/]+)\/invoke$/

/** The model that a path of Gemini's or Bedrock's for embeddings names; undefined for other paths. */
export function readProviderEmbeddingsPath(
  pathname: string,
): { readonly model: string; readonly of: Provider } | undefined {
  const [, gemini] = GEMINI_PATH.exec(pathname) ?? []
  if (gemini !== undefined) return { model: gemini, of: 'gemini' }
  const [, bedrock] = BEDROCK_PATH.exec(pathname) ?? []
  return bedrock === undefined ? undefined : { model: decodeURIComponent(bedrock), of: 'bedrock' }
}

type Provider = 'gemini' | 'bedrock'

/**
 * The answer of embedContent and batchEmbedContents: one vector for each text, which depends on the text.
 *
 * Written from https://ai.google.dev/api/embeddings, read in November 2026.
 */
export function toGeminiEmbeddings(answer: StubAnswer, { body }: StubRequest): Json {
  if (answer.completion !== undefined) return answer.completion
  const values = (one: unknown) => ({ values: stubVector(textOf(one), dimensionsOf(one)) })
  const { requests } = body
  const vectors = Array.isArray(requests) ? { embeddings: requests.map(values) } : { embedding: values(body) }
  return { ...vectors, ...answer.extra }
}

/**
 * The answer of InvokeModel by the families of models: Titan and Nova take one text, Cohere several.
 *
 * Written from https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v3.html and
 * https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html, read in November 2026.
 */
export function toBedrockEmbeddings(answer: StubAnswer, { body, model }: StubRequest): Json {
  if (answer.completion !== undefined) return answer.completion
  const { texts, inputText, dimensions, singleEmbeddingParams: single } = body
  if (Array.isArray(texts)) {
    const embeddings = texts.map((text) => stubVector(String(text)))
    return { id: 'stub', response_type: 'embeddings_floats', texts, embeddings, ...answer.extra }
  }
  if (model.includes('nova')) {
    const { text } = recordOf(single)
    const embedding = stubVector(String(recordOf(text).value))
    return { embeddings: [{ embeddingType: 'TEXT', embedding }], ...answer.extra }
  }
  const embedding = stubVector(String(inputText), typeof dimensions === 'number' ? dimensions : undefined)
  const inputTextTokenCount = String(inputText).length
  return { embedding, inputTextTokenCount, embeddingsByType: { float: embedding }, ...answer.extra }
}

function textOf(request: unknown): string {
  const { parts } = recordOf(recordOf(request).content)
  return Array.isArray(parts) ? parts.map((part) => String(recordOf(part).text)).join('') : ''
}

function dimensionsOf(request: unknown): number | undefined {
  const { outputDimensionality: size } = recordOf(request)
  return typeof size === 'number' ? size : undefined
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
