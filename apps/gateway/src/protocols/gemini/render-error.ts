import { ERRORS, type SluiceError } from '@sluice/contracts'
import { errorResponse, messageOf } from '../error-response.ts'

/** The names that Google's APIs have for statuses (https://cloud.google.com/apis/design/errors). */
const NAME_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** The response for an error on Gemini's wire. */
export function renderGeminiError({ refusal }: SluiceError): Response {
  const { status: code } = ERRORS[refusal.code]
  const status = NAME_BY_STATUS[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')
  return errorResponse(refusal, { error: { code, message: messageOf(refusal), status } })
}
