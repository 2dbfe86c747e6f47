import { z } from 'zod'
import { CHAT_LIMITS } from './chat-request.ts'

/** No model writes as much. */
const MAX_TOKENS = 99_999_999

const block = z.looseObject({ type: z.string().max(64) })

const content = z.union([z.string(), z.array(block).max(CHAT_LIMITS.partsPerMessage)])

const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content })

const tool = z.looseObject({ type: z.string().max(128).nullish(), name: z.string().max(256).optional() })

/**
 * The body of POST /v1/messages: Anthropic's request for a message. What the gateway reads is typed; every other member
 * is passed on unchanged. Source: https://docs.anthropic.com/en/api/messages
 */
export const messagesRequestSchema = z.looseObject({
  model: z.string().min(1).max(CHAT_LIMITS.modelCharacters),
  messages: z.array(message).min(1).max(CHAT_LIMITS.messages),
  max_tokens: z.int().min(0).max(MAX_TOKENS).optional(),
  system: content.nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(0).max(MAX_TOKENS).nullish(),
  stop_sequences: z.array(z.string()).max(8_192).nullish(),
  tools: z.array(tool).max(CHAT_LIMITS.tools).nullish(),
  tool_choice: z.looseObject({ type: z.string().max(64) }).nullish(),
})

export type MessagesRequest = z.infer<typeof messagesRequestSchema>
