import { CHAT_LIMITS, SluiceError } from '@sluice/contracts'
import { openUnions } from '@sluice/service-kit'
import type { z } from 'zod'

/** A member name longer than this is the caller's own text and not worth repeating. */
const LONGEST_NAME = 64

/**
 * The error of a body that does not fit its schema, with the member at fault as `param`, in the way OpenAI writes it
 * (`messages[3].content`). The message names types and bounds, never a value.
 */
export function invalidBody(error: z.ZodError): SluiceError {
  const [issue] = openUnions(error.issues.slice(0, 1))
  if (issue === undefined || issue.path.length === 0) {
    return new SluiceError({ code: 'invalid_request', message: 'The request body must be a JSON object.' })
  }
  const param = paramOf(issue.path)
  return new SluiceError({ code: 'invalid_request', message: `${param}: ${issue.message}`, param })
}

function paramOf(path: readonly PropertyKey[]): string {
  return path
    .slice(0, CHAT_LIMITS.depth)
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, LONGEST_NAME)}`))
    .join('')
    .replace(/^\./, '')
}
