import { type Entry, shape } from './entry.ts'

/** The places of a request for embeddings (https://platform.openai.com/docs/api-reference/embeddings/create). */
export const EMBEDDINGS_SHAPES = {
  embeddingsRequest: shape('prose', 'unknown', {
    model: 'model',
    input: 'unknown',
    encoding_format: 'encodingFormat',
    dimensions: 'parameter',
    user: 'value',
  }),
  encodingFormat: shape('closed', 'unknown', {}, 'float base64'),
} satisfies Readonly<Record<string, Entry>>
