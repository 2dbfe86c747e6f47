import { ERRORS, type ErrorCode } from '@sluice/contracts'
import { PROBLEM_CONTENT_TYPE, problemSchema } from '@sluice/service-kit'

/** OpenAPI responses for the given error codes, by status; a code that is not named here does not leave the route. */
export function problemsWithCodes(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => ERRORS[code].status === status)
          .map((code) => `\`${code}\`: ${ERRORS[code].publicMessage}`)
          .join('\n\n'),
        content: { [PROBLEM_CONTENT_TYPE]: { schema: problemSchema } },
      },
    ]),
  )
}
