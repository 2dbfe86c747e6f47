import { createHash } from 'node:crypto'
import type { StubAnswer } from './reply.ts'
import type { StubRequest } from './request-log.ts'

const DEFAULT_DIMENSIONS = 8

/**
 * An answer of the embeddings wire: unless the test sets another, one vector for each text, which depends on the text.
 */
export function withEmbeddings(answer: StubAnswer, request: StubRequest): StubAnswer {
  return { ...answer, completion: answer.completion ?? toEmbeddings(answer, request) }
}

/** The vector of a text, in numbers that a 32-bit float holds exactly. */
export function stubVector(text: string, dimensions = DEFAULT_DIMENSIONS): number[] {
  const digest = createHash('sha256').update(text).digest()
  return Array.from({ length: dimensions }, (_, index) => (digest.readUInt8(index % digest.length) - 128) / 128)
}

function toEmbeddings(answer: StubAnswer, { body, model }: StubRequest): Readonly<Record<string, unknown>> {
  const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(String)
  const format = answer.vectorFormat ?? (body.encoding_format === 'base64' ? 'base64' : 'float')
  const dimensions = typeof body.dimensions === 'number' ? body.dimensions : DEFAULT_DIMENSIONS
  const tokens = texts.join(' ').length
  return {
    object: 'list',
    data: texts.map((text, index) => {
      const vector = stubVector(text, dimensions)
      return { object: 'embedding', index, embedding: format === 'base64' ? toBase64(vector) : vector }
    }),
    model,
    usage: answer.usage ?? { prompt_tokens: tokens, total_tokens: tokens },
    ...answer.extra,
  }
}

function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
