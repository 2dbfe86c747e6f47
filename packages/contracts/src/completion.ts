import { z } from 'zod'
import { serviceMetadataSchema } from './service-metadata.ts'

const usageSchema = z.looseObject({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: z.int().nonnegative(),
})

const toolCallDelta = z.looseObject({
  index: z.int().nonnegative(),
  id: z.string().optional(),
  type: z.string().optional(),
  function: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
})

const chunkChoice = z.looseObject({
  index: z.int().nonnegative(),
  delta: z.looseObject({
    role: z.string().nullish(),
    content: z.string().nullish(),
    tool_calls: z.array(toolCallDelta).nullish(),
  }),
  finish_reason: z.string().nullish(),
})

/**
 * One `chat.completion.chunk`: the pipeline's own form of a chat answer. A JSON answer is a collected stream of these.
 * Unknown members of an upstream are passed on.
 */
export const completionChunkSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.number(),
  model: z.string(),
  choices: z.array(chunkChoice),
  usage: usageSchema.nullish(),
})

export type CompletionChunk = z.infer<typeof completionChunkSchema>
export type ChunkChoice = CompletionChunk['choices'][number]
export type ToolCallDelta = z.infer<typeof toolCallDelta>

const toolCall = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
})

const completionChoice = z.looseObject({
  index: z.int().nonnegative(),
  message: z.looseObject({
    role: z.string(),
    content: z.string().nullish(),
    tool_calls: z.array(toolCall).nullish(),
  }),
  finish_reason: z.string().nullable(),
})

/** A whole `chat.completion`, as the client receives it without `stream: true`. */
export const completionSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number(),
  model: z.string(),
  choices: z.array(completionChoice),
  usage: usageSchema.nullish(),
  service_metadata: serviceMetadataSchema.optional(),
})

export type Completion = z.infer<typeof completionSchema>
export type Usage = z.infer<typeof usageSchema>
