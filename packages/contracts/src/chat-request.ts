import { z } from 'zod'

/** Bounds of a chat request. The body itself is bounded in bytes before it is parsed. */
export const CHAT_LIMITS = {
  messages: 2048,
  partsPerMessage: 1024,
  tools: 512,
  modelCharacters: 256,
  choices: 128,
  /** Levels of nested arrays and objects, anywhere in the body. */
  depth: 64,
} as const

const part = z.looseObject({ type: z.string().max(64), text: z.string().optional() })

const content = z.union([z.string(), z.array(part).max(CHAT_LIMITS.partsPerMessage), z.null()])

const toolCall = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
})

const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: content.optional(),
  name: z.string().optional(),
  tool_calls: z.array(toolCall).max(CHAT_LIMITS.tools).nullish(),
  tool_call_id: z.string().optional(),
})

const tool = z.looseObject({
  type: z.string(),
  function: z.looseObject({ name: z.string(), description: z.string().nullish() }).optional(),
})

/**
 * The body of POST /v1/chat/completions: OpenAI's chat-completion request. What the gateway reads is typed; every
 * other member is passed on unchanged.
 */
export const chatRequestSchema = z.looseObject({
  model: z.string().min(1).max(CHAT_LIMITS.modelCharacters),
  messages: z.array(message).min(1).max(CHAT_LIMITS.messages),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  n: z.int().min(1).max(CHAT_LIMITS.choices).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  tools: z.array(tool).max(CHAT_LIMITS.tools).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]).nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  user: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export type ChatRequest = z.infer<typeof chatRequestSchema>
export type ChatMessage = ChatRequest['messages'][number]
