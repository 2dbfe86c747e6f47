import { z } from 'zod'
import { CHAT_LIMITS } from './chat-request.ts'

/** Bounds of a Responses request beside those of every request. */
const RESPONSES_LIMITS = {
  /** Items of the input. */
  items: 4_096,
  maxOutputTokens: 99_999_999,
} as const

/** One item of the input, or of the output, of a response. */
export const responsesItemSchema = z.looseObject({
  type: z.string().max(64).optional(),
  role: z.string().max(64).optional(),
})

const tool = z.looseObject({ type: z.string().max(128) })

/**
 * The body of POST /v1/responses: OpenAI's request for a response. What the gateway reads is typed; every other member
 * is passed on unchanged. Source: https://platform.openai.com/docs/api-reference/responses/create
 */
export const responsesRequestSchema = z.looseObject({
  model: z.string().min(1).max(CHAT_LIMITS.modelCharacters),
  input: z.union([z.string(), z.array(responsesItemSchema).max(RESPONSES_LIMITS.items)]).optional(),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(256).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.int().min(1).max(RESPONSES_LIMITS.maxOutputTokens).nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  tools: z.array(tool).max(CHAT_LIMITS.tools).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]).nullish(),
  include: z.array(z.string().max(128)).max(64).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export type ResponsesRequest = z.infer<typeof responsesRequestSchema>
export type ResponsesItem = z.infer<typeof responsesItemSchema>
