import { z } from 'zod'
import { CHAT_LIMITS, chatRequestSchema } from './chat-request.ts'

const { model, temperature, top_p, max_tokens, n, seed, presence_penalty, frequency_penalty, stop, user } =
  chatRequestSchema.shape

/**
 * The body of POST /v1/completions, the wire before chat. Source:
 * https://platform.openai.com/docs/api-reference/completions/create
 */
export const completionsRequestSchema = z.looseObject({
  ...{ model, temperature, top_p, max_tokens, n, seed, presence_penalty, frequency_penalty, stop, user },
  prompt: z.union([z.string(), z.tuple([z.string()])], {
    error: 'must be one text; several prompts and tokens are not taken',
  }),
  stream: chatRequestSchema.shape.stream,
  stream_options: chatRequestSchema.shape.stream_options,
  best_of: z.literal(1, { error: 'is not taken' }).nullish(),
  echo: z.literal(false, { error: 'is not taken' }).nullish(),
  logprobs: z.null({ error: 'are not taken' }).optional(),
  suffix: z.union([z.null(), z.literal('')], { error: 'is not taken' }).optional(),
})

export type CompletionsRequest = z.infer<typeof completionsRequestSchema>

/** A whole answer, as the client receives it without `stream: true`. */
export const textCompletionSchema = z.looseObject({
  id: z.string(),
  object: z.literal('text_completion'),
  created: z.number(),
  model: z.string().max(CHAT_LIMITS.modelCharacters),
  choices: z.array(
    z.looseObject({
      index: z.int().nonnegative(),
      text: z.string(),
      logprobs: z.null(),
      finish_reason: z.string().nullable(),
    }),
  ),
})
