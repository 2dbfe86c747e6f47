import { z } from '@hono/zod-openapi'
import { ERRORS, type SluiceError, waitSecondsOf } from '@sluice/contracts'
import type { Context } from 'hono'
import type { ServiceEnv } from './app-env.ts'
import { defined } from './async/index.ts'
import type { ClientErrorIds } from './client-errors.ts'
import { InvalidRequestError } from './errors.ts'

/** An error body of RFC 9457, section 3, with the members that this project adds; for the responses of a route. */
export const problemSchema = z
  .object({
    type: z.string(),
    status: z.int(),
    title: z.string(),
    detail: z.string().optional(),
    code: z.string(),
    request_id: z.string().optional(),
    errors: z
      .array(
        z.object({
          ...{ path: z.string(), message: z.string() },
          line: z.int().optional().describe('The place in a text that stands at `path`; 1 and up.'),
          column: z.int().optional(),
        }),
      )
      .optional(),
  })
  .openapi('Problem')

type Problem = z.output<typeof problemSchema>

export const PROBLEM_CONTENT_TYPE = 'application/problem+json'

/** Describes an error as an RFC 9457 problem; `type` is a URN that names the code of the error table. */
function toProblem(error: SluiceError, requestId?: string): Problem {
  const { status, publicMessage } = ERRORS[error.code]
  return {
    type: `urn:sluice:problem:${error.code}`,
    status,
    title: publicMessage,
    ...defined({ detail: error.refusal.message }),
    code: error.code,
    ...defined({ request_id: requestId }),
    ...(error instanceof InvalidRequestError ? { errors: [...error.issues] } : {}),
  }
}

/** Answers an error with its problem: the `renderError` of services whose clients read problems. */
export function renderProblem(error: SluiceError, context: Context<ServiceEnv>): Response {
  return respondWithProblem(error, context.get('requestId'))
}

/** Answers an error that the app has not seen with its problem: the `renderClientError` of the same services. */
export function renderClientProblem(error: SluiceError, { requestId }: ClientErrorIds): Response {
  return respondWithProblem(error, requestId)
}

function respondWithProblem(error: SluiceError, requestId: string): Response {
  const problem = toProblem(error, requestId)
  const { challenge } = error.refusal
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': PROBLEM_CONTENT_TYPE,
      // The rest of a body that was refused is not read.
      ...(problem.status === 413 ? { connection: 'close' } : {}),
      ...defined({ 'retry-after': waitSecondsOf(error.refusal)?.toString(), 'www-authenticate': challenge }),
    },
  })
}
