import { ERRORS, type SluiceError } from '@sluice/contracts'
import { errorResponse, messageOf } from '../error-response.ts'

/** Anthropic's error types by status (https://docs.anthropic.com/en/api/errors). */
const TYPE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}

/** The response for an error on Anthropic's wire. */
export function renderAnthropicError({ refusal }: SluiceError): Response {
  const { status } = ERRORS[refusal.code]
  const type = TYPE_BY_STATUS[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return errorResponse(refusal, { type: 'error', error: { type, message: messageOf(refusal) } })
}
