import { responsesRequestSchema } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'

/** OpenAI's wire for responses. Unknown members ride along. */
export const openAiResponses: Protocol<'responses'> = {
  name: 'openai-responses',
  kind: 'responses',
  credentials: ['authorization', 'api-key'],
  parse(body) {
    const parsed = responsesRequestSchema.safeParse(body)
    if (parsed.success) return { kind: 'responses', body: parsed.data }
    throw invalidBody(parsed.error)
  },
  renderError: renderOpenAiError,
}
