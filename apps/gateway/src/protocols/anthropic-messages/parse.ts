import { messagesRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import type { Protocol } from '../protocol.ts'
import { renderAnthropicError } from './render-error.ts'

/** Anthropic's wire for messages. Unknown members ride along, and so do the version and the features asked for. */
export const anthropicMessages: Protocol<'messages'> = {
  name: 'anthropic-messages',
  kind: 'messages',
  credentials: ['authorization', 'x-api-key', 'api-key'],
  sessionHeader: 'x-claude-code-session-id',
  passedHeaders: ['anthropic-version', 'anthropic-beta'],
  parse(body) {
    const parsed = messagesRequestSchema.safeParse(body)
    if (parsed.success) return { kind: 'messages', body: parsed.data }
    throw invalidBody(parsed.error)
  },
  renderError: renderAnthropicError,
}
