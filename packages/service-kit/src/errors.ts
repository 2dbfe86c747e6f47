import { type ErrorCode, SluiceError } from '@sluice/contracts'
import { HTTPException } from 'hono/http-exception'
import { defined } from './async/index.ts'

export interface RequestIssue {
  /** The place in the request: `body.messages.0.role`, `query.limit`. */
  readonly path: string
  readonly message: string
  /** The place in a text that stands there: 1 and up, the column in UTF-16 code units. */
  readonly line?: number
  readonly column?: number
}

/** The request does not fit its schema; carries every issue, for error bodies that can show them all. */
export class InvalidRequestError extends SluiceError {
  readonly issues: readonly RequestIssue[]

  constructor(issues: readonly RequestIssue[]) {
    const [first] = issues
    super({
      code: 'invalid_request',
      ...defined({ message: first && `${first.path}: ${first.message}`, param: first?.path }),
    })
    this.name = 'InvalidRequestError'
    this.issues = issues
  }
}

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'token_invalid',
  403: 'action_not_permitted',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limit_exceeded',
  503: 'dependency_unavailable',
}

/**
 * Maps any thrown value to an error of the table. An error that is not known to be the caller's is `internal_error`;
 * the thrown value is kept as `cause`, for the log only.
 */
export function toSluiceError(thrown: unknown): SluiceError {
  if (thrown instanceof SluiceError) return thrown
  return new SluiceError(codeOf(thrown), { cause: thrown })
}

function codeOf(thrown: unknown): ErrorCode {
  if (!(thrown instanceof Error)) return 'internal_error'
  // What @hono/node-server throws for a request line or host that it cannot accept.
  if (thrown.name === 'RequestError') return 'invalid_request'
  if (!(thrown instanceof HTTPException)) return 'internal_error'
  // Hono's JSON validator marks it by this text only.
  if (thrown.status === 400 && thrown.message.startsWith('Malformed JSON')) return 'invalid_json'
  return CODE_BY_STATUS[thrown.status] ?? 'internal_error'
}
