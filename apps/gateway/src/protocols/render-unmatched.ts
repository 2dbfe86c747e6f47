import type { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { renderAnthropicError } from './anthropic-messages/render-error.ts'
import { renderOpenAiError } from './openai/render-error.ts'

const MESSAGES = /^\/v1\/messages(?:\/|$)/

/** The response for an error that no route renders, such as another method, in the form of the wire of its path. */
export function renderUnmatched(error: SluiceError, context: Context<ServiceEnv>): Response {
  return MESSAGES.test(context.req.path) ? renderAnthropicError(error, context) : renderOpenAiError(error)
}
