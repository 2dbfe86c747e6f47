import { type ResponsesRequest, responsesRequestSchema, SluiceError } from '@sluice/contracts'
import { invalidBody } from '../openai/invalid-body.ts'
import { renderOpenAiError } from '../openai/render-error.ts'
import type { Protocol } from '../protocol.ts'
import { inputToSend } from './items-to-send.ts'

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
    refuseStoredElsewhere(parsed.data)
    const { input, ...rest } = parsed.data
    return { kind: 'responses', body: input === undefined ? rest : { ...rest, input: inputToSend(input) } }
  },
  renderError: renderOpenAiError,
}

/** What a provider would keep for the caller, or do behind the gateway's back. Nothing of it passes the layers. */
const KEPT_BY_PROVIDERS: Readonly<Record<string, string>> = {
  conversation: 'Conversations are not kept here. Send the whole input, or continue by previous_response_id.',
  prompt: 'A prompt that a provider keeps cannot be read here. Send its text as instructions.',
  background: 'Requests are not carried out in the background. Wait for the answer, or stream it.',
}

function refuseStoredElsewhere(body: ResponsesRequest): void {
  for (const [param, message] of Object.entries(KEPT_BY_PROVIDERS)) {
    const asked = body[param]
    if (asked === undefined || asked === null || asked === false) continue
    throw new SluiceError({ code: 'invalid_request', message: `${param}: ${message}`, param })
  }
}
