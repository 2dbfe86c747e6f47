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

/**
 * Bounds of what one request may hold, whatever its wire. Each bounds the work and the memory that the request costs
 * others: a value about 0.1 microseconds and 20 bytes, a text 5 and 120, a name 4 and 500, a finding 6 and 600, a
 * different value 17 and 600, and its mapping in Redis. A million characters of prose take about 0.1 seconds.
 */
export const TEXT_LIMITS = {
  /** Members and items of the whole body, and of each JSON text in it. */
  values: 500_000,
  /** Strings and long numbers that are read. */
  texts: 100_000,
  /** Names of members that are not the wire's own. */
  memberNames: 20_000,
  findings: 50_000,
  /** Different sensitive values; each gets a token. */
  distinctValues: 50_000,
} as const

/** More digits could be a number of something: a card, a telephone. No model writes as much. */
const MAX_TOKENS = 99_999_999
/** Of signed integers of 64 bits, which OpenAI's reference allows, as a JavaScript number. */
const MAX_SEED = 2 ** 63

const tokens = z.int().min(1).max(MAX_TOKENS).nullish()
const penalty = z.number().min(-2).max(2).nullish()
const seed = z
  .number()
  .min(-MAX_SEED)
  .max(MAX_SEED)
  .refine((value) => Number.isInteger(value), 'must be an integer')
  .refine((value) => !isCardNumber(value), 'must not have the form of a payment card number')
  .nullish()

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
 * other member is passed on unchanged. Numbers that steer the model are not read for values, so their ranges are
 * OpenAI's (https://platform.openai.com/docs/api-reference/chat/create) or narrower.
 */
export const chatRequestSchema = z.looseObject({
  model: z.string().min(1).max(CHAT_LIMITS.modelCharacters),
  messages: z.array(message).min(1).max(CHAT_LIMITS.messages),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  n: z.int().min(1).max(CHAT_LIMITS.choices).nullish(),
  seed,
  top_logprobs: z.int().min(0).max(20).nullish(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
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

/**
 * Whether a number has the digits of a card: 12 to 16, with the check digit of ISO/IEC 7812-1, annex B (Luhn). Longer
 * ones lose digits in a JavaScript number, so no card leaves in them.
 */
function isCardNumber(value: number): boolean {
  const digits = String(Math.abs(value))
  if (!Number.isSafeInteger(value) || digits.length < 12) return false
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - at)) * (at % 2 === 0 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
