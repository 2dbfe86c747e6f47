import { embeddingsRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'

/**
 * OpenAI's embeddings wire. Unknown members ride along. Arrays of token numbers are refused: no layer can read them.
 */
export const openAiEmbeddings: Protocol<'embeddings'> = {
  name: 'openai-embeddings',
  kind: 'embeddings',
  credentials: ['authorization', 'api-key', 'x-api-key'],
  parse(body) {
    const parsed = embeddingsRequestSchema.safeParse(body)
    if (parsed.success) return { kind: 'embeddings', body: parsed.data }
    throw invalidBody(parsed.error)
  },
  renderError: renderOpenAiError,
}
