import { ERRORS, type Refusal, type SluiceError } from '@sluice/contracts'

/** OpenAI's error body. The members are always there; `param` is a real null where nothing is at fault. */
export interface OpenAiErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string
  }
}

/** The error body for a refusal, for a response or for the error frame of a stream. */
export function openAiErrorBody(refusal: Refusal): OpenAiErrorBody {
  const { type, publicMessage } = ERRORS[refusal.code]
  return {
    error: { message: refusal.message ?? publicMessage, type, param: refusal.param ?? null, code: refusal.code },
  }
}

/** Waiting time in whole seconds that a 429 asks for when the upstream named none. */
const DEFAULT_RETRY_AFTER_SECONDS = 1

/**
 * The response for a refusal. The status picks the error class of the official clients, and `x-should-retry: false`
 * keeps them from sending a refused request three times.
 */
export function renderOpenAiError(error: SluiceError): Response {
  const { refusal } = error
  const { status, retry } = ERRORS[refusal.code]
  const headers: Record<string, string> = { 'content-type': 'application/json', ...refusal.rateLimit }
  if (!retry) headers['x-should-retry'] = 'false'
  const retryAfterSeconds = refusal.retryAfterSeconds ?? (status === 429 ? DEFAULT_RETRY_AFTER_SECONDS : undefined)
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  // What is left of a body that was refused is not worth waiting for.
  if (status === 413) headers.connection = 'close'
  return new Response(JSON.stringify(openAiErrorBody(refusal)), { status, headers })
}
