import { type CompletionsRequest, chatRequestSchema, completionsRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'

/** OpenAI's wire before chat. A prompt is what a user says: it takes the way of a chat. */
export const openAiCompletions: Protocol<'chat'> = {
  name: 'openai-completions',
  kind: 'chat',
  credentials: ['authorization', 'api-key', 'x-api-key'],
  parse(body) {
    const parsed = completionsRequestSchema.safeParse(body)
    if (!parsed.success) throw invalidBody(parsed.error)
    const chat = chatRequestSchema.safeParse(toChat(parsed.data))
    if (chat.success) return { kind: 'chat', body: chat.data }
    throw invalidBody(chat.error)
  },
  renderError: renderOpenAiError,
}

/** Members that chat has under another name, or not at all. */
const NOT_OF_CHAT: ReadonlySet<string> = new Set(['prompt', 'best_of', 'echo', 'logprobs', 'suffix'])

function toChat(body: CompletionsRequest): object {
  const shared = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_OF_CHAT.has(name)))
  const content = typeof body.prompt === 'string' ? body.prompt : body.prompt[0]
  return { ...shared, messages: [{ role: 'user', content }] }
}
