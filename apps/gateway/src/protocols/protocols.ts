import { openAiChat } from './openai-chat/parse.ts'
import { openAiEmbeddings } from './openai-embeddings/parse.ts'

/** Every wire whose bodies a thread can be given, by name. */
export const PROTOCOLS = { 'openai-chat': openAiChat, 'openai-embeddings': openAiEmbeddings } as const

export type ProtocolName = keyof typeof PROTOCOLS
