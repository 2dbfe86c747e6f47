import { chatRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'

/** OpenAI's chat-completions wire. Unknown members ride along. `api-key` is the header of Azure's clients. */
export const openAiChat: Protocol<'chat'> = {
  name: 'openai-chat',
  kind: 'chat',
  credentials: ['authorization', 'api-key', 'x-api-key'],
  parse(body) {
    const parsed = chatRequestSchema.safeParse(body)
    if (parsed.success) return { kind: 'chat', body: parsed.data }
    throw invalidBody(parsed.error)
  },
  renderError: renderOpenAiError,
}
