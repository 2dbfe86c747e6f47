import { type ResponsesRequest, responsesRequestSchema, SluiceError } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'
import { inputToSend } from './items-to-send.ts'
import { KEPT_BY_PROVIDERS } from './kept-by-providers.ts'

/**
 * OpenAI's wire for responses. Unknown members ride along. Items lose the ids under which a provider would have stored
 * them: it is told to store nothing.
 */
export const openAiResponses: Protocol<'responses'> = {
  name: 'openai-responses',
  kind: 'responses',
  credentials: ['authorization', 'api-key', 'x-api-key'],
  parse(body) {
    const parsed = responsesRequestSchema.safeParse(body)
    if (!parsed.success) throw invalidBody(parsed.error)
    refuseKeptByProviders(parsed.data)
    const { input, ...rest } = parsed.data
    return { kind: 'responses', body: input === undefined ? rest : { ...rest, input: inputToSend(input) } }
  },
  renderError: renderOpenAiError,
}

function refuseKeptByProviders(body: ResponsesRequest): void {
  for (const [param, message] of Object.entries(KEPT_BY_PROVIDERS)) {
    const asked = body[param]
    if (asked === undefined || asked === null || asked === false) continue
    throw new SluiceError({ code: 'invalid_request', message: `${param}: ${message}`, param })
  }
}
