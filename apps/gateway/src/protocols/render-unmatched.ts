import type { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { asksAsAnthropic } from './anthropic-messages/models.ts'
import { renderAnthropicError } from './anthropic-messages/render-error.ts'
import { renderOpenAiError } from './openai/render-error.ts'

const MESSAGES = /^\/v1\/messages(?:\/|$)/

/**
 * The response for an error that no route renders, such as another method or an unknown path, in the form of the wire
 * of its path, or of its client, who says so by a header that all clients of Anthropic's send.
 */
export function renderUnmatched(error: SluiceError, context: Context<ServiceEnv>): Response {
  const isAnthropic = MESSAGES.test(context.req.path) || asksAsAnthropic((name) => context.req.header(name))
  return isAnthropic ? renderAnthropicError(error, context) : renderOpenAiError(error)
}
