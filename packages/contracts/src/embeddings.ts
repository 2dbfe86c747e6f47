import { z } from 'zod'
import { CHAT_LIMITS } from './chat-request.ts'
import { serviceMetadataSchema } from './service-metadata.ts'

/** Bounds of an embeddings request. The body itself is bounded in bytes before it is parsed. */
const EMBEDDINGS_LIMITS = {
  /** Texts in one request, as in OpenAI's reference. */
  inputs: 2048,
  dimensions: 65_536,
} as const

const TOO_MANY_INPUTS = `must hold at most ${EMBEDDINGS_LIMITS.inputs} texts`
const NO_TOKEN_ARRAYS = 'must be a text or an array of texts: arrays of token numbers cannot be checked'

const text = z.string({ error: NO_TOKEN_ARRAYS }).min(1, 'must not be empty')

/**
 * The body of POST /v1/embeddings: OpenAI's embeddings request
 * (https://platform.openai.com/docs/api-reference/embeddings/create). Token arrays are refused, because no layer can
 * read them. Every other member is passed on unchanged.
 */
export const embeddingsRequestSchema = z.looseObject({
  model: z.string().min(1).max(CHAT_LIMITS.modelCharacters),
  input: z.union([text, z.array(text).min(1).max(EMBEDDINGS_LIMITS.inputs)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > EMBEDDINGS_LIMITS.inputs ? TOO_MANY_INPUTS : NO_TOKEN_ARRAYS,
  }),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(EMBEDDINGS_LIMITS.dimensions).nullish(),
  user: z.string().nullish(),
})

export type EmbeddingsRequest = z.infer<typeof embeddingsRequestSchema>

/** The answer: one vector for each text, as numbers or as base64 of little-endian 32-bit floats. */
export const embeddingsAnswerSchema = z.looseObject({
  object: z.literal('list'),
  data: z.array(
    z.looseObject({
      object: z.literal('embedding'),
      index: z.int().nonnegative(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  model: z.string(),
  usage: z.looseObject({ prompt_tokens: z.int().nonnegative(), total_tokens: z.int().nonnegative() }),
  service_metadata: serviceMetadataSchema.optional(),
})

export type EmbeddingsAnswer = z.infer<typeof embeddingsAnswerSchema>
