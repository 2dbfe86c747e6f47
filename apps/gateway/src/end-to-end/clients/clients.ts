import { AI_SDK } from './ai-sdk.ts'
import { anthropicMessages } from './anthropic.ts'
import type { ClientUnderTest } from './client.ts'
import { LANGCHAIN } from './langchain.ts'
import { openAiChat, openAiCompletions, openAiResponses } from './openai.ts'
import { OPENAI_AGENTS } from './openai-agents.ts'

/** Every client that the table shows, in its order. */
export const CLIENTS: readonly ClientUnderTest[] = [
  openAiChat,
  openAiResponses,
  openAiCompletions,
  anthropicMessages,
  ...AI_SDK,
  ...LANGCHAIN,
  ...OPENAI_AGENTS,
]
