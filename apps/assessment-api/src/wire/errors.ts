import type { errorSchema, internalErrorSchema } from '@sluice/assessment-contract'
import { ERRORS, type SluiceError, waitSecondsOf } from '@sluice/contracts'
import { type ClientErrorIds, InvalidRequestError, type ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { z } from 'zod'

/** The member `error` by status: fixed phrases, so that a client can compare them. */
const PHRASES = {
  400: 'Invalid request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Request too large',
  415: 'Unsupported media type',
  417: 'Expectation failed',
  422: 'Unprocessable content',
  426: 'Upgrade not supported',
  429: 'Too many requests',
  431: 'Request headers too large',
  500: 'Internal server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
} as const satisfies Record<(typeof ERRORS)[keyof typeof ERRORS]['status'], string>

type ErrorBody = z.output<typeof errorSchema>
type InternalErrorBody = z.output<typeof internalErrorSchema>

/** The body of an error (specification, section 7): an unhandled one says nothing but the id of its log line. */
function errorBody(error: SluiceError, errorId: string | undefined): ErrorBody | InternalErrorBody {
  const { status, publicMessage } = ERRORS[error.code]
  if (status === 500) return internalErrorBody(errorId ?? '00000000')
  return {
    error: PHRASES[status],
    message: messageOf(error, publicMessage),
    ...(error instanceof InvalidRequestError ? { details: [...error.issues] } : {}),
  }
}

/** The body of an unhandled failure; the id, 8 hexadecimal digits, stands in the log. */
export function internalErrorBody(id: string): InternalErrorBody {
  return { error: PHRASES[500], id }
}

/** The table's words speak of a language model's gateway in two places where this API has its own. */
function messageOf(error: SluiceError, publicMessage: string): string {
  if (error.refusal.message !== undefined) return error.refusal.message
  if (error.code === 'action_not_permitted') return 'Your role may not use this endpoint.'
  if (error.code === 'dependency_unavailable') return 'A part of this service is not available.'
  return publicMessage
}

/** Answers an error of a request. */
export function renderError(error: SluiceError, context: Context<ServiceEnv>): Response {
  return respond(error, context.get('errorId'))
}

/** Makes what answers a request that never reached the app: for any origin, unless origins are listed. */
export function createClientErrorRenderer(origins: readonly string[]) {
  return (error: SluiceError, { errorId }: ClientErrorIds): Response => {
    const response = respond(error, errorId)
    if (origins.length === 0) response.headers.set('access-control-allow-origin', '*')
    return response
  }
}

function respond(error: SluiceError, errorId: string | undefined): Response {
  const { status } = ERRORS[error.code]
  const waitSeconds = waitSecondsOf(error.refusal)
  return new Response(JSON.stringify(errorBody(error, errorId)), {
    status,
    headers: {
      'content-type': 'application/json',
      ...(waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) }),
      // What is left of a body that was refused is not worth waiting for.
      ...(status === 413 ? { connection: 'close' } : {}),
    },
  })
}
