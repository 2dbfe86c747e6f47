import { anthropicMessages } from './anthropic-messages/parse.ts'
import { anthropicCountTokens } from './anthropic-messages/parse-count.ts'
import { openAiChat } from './openai-chat/parse.ts'
import { openAiCompletions } from './openai-completions/parse.ts'
import { openAiEmbeddings } from './openai-embeddings/parse.ts'
import { openAiResponses } from './openai-responses/parse.ts'

/** Every wire whose bodies a thread can be given, by name. */
export const PROTOCOLS = {
  'openai-chat': openAiChat,
  'openai-completions': openAiCompletions,
  'openai-embeddings': openAiEmbeddings,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  'anthropic-count-tokens': anthropicCountTokens,
} as const

export type ProtocolName = keyof typeof PROTOCOLS
