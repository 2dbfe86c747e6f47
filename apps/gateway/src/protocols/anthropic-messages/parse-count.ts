import type { Protocol } from '../protocol.ts'
import { anthropicMessages } from './parse.ts'

/** Anthropic's wire for the number of tokens that a message would have. */
export const anthropicCountTokens: Protocol<'token-count'> = {
  ...anthropicMessages,
  name: 'anthropic-count-tokens',
  kind: 'token-count',
  parse: (body) => ({ kind: 'token-count', body: anthropicMessages.parse(body).body }),
}
