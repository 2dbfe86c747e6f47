import { messagesRequestSchema, SluiceError } from '@sluice/contracts'
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
    if (!parsed.success) throw invalidBody(parsed.error)
    // A thread goes on from an answer's id, which is the gateway's own, and holds what no layer would see again.
    if (parsed.data.thread !== undefined && parsed.data.thread !== null) {
      throw new SluiceError({ code: 'thread_unsupported_request', param: 'thread' })
    }
    return { kind: 'messages', body: parsed.data }
  },
  renderError: renderAnthropicError,
}
