import { messagesRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import type { Protocol } from '../protocol.ts'
import { anthropicMessages } from './parse.ts'

/** Anthropic's wire for the number of tokens that a message would have. */
export const anthropicCountTokens: Protocol<'token-count'> = {
  ...anthropicMessages,
  name: 'anthropic-count-tokens',
  kind: 'token-count',
  parse(body) {
    const parsed = messagesRequestSchema.safeParse(body)
    if (parsed.success) return { kind: 'token-count', body: parsed.data }
    throw invalidBody(parsed.error)
  },
}
