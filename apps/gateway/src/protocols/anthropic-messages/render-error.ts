import { ERRORS, type ErrorCode, type PolicyViolation, type Refusal, type SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { errorResponse, messageOf } from '../error-response.ts'

/** Anthropic's error types by status (https://docs.anthropic.com/en/api/errors). */
const TYPE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Its clients have a class of their own for an overload, by a status that no other wire knows. */
const OVERLOADED = 529
const OVERLOADS: ReadonlySet<ErrorCode> = new Set(['overloaded', 'upstream_overloaded'])

/**
 * By this the official clients know that they must send the whole conversation, and then do so.
 * Source: https://platform.claude.com/docs/en/build-with-claude/message-threads
 */
const THREAD_DETAILS = { error_code: 'thread_unsupported_request', unsupported: ['thread'] } as const

type ThreadDetails = typeof THREAD_DETAILS

interface AnthropicErrorBody {
  readonly type: 'error'
  readonly error: {
    readonly type: string
    readonly message: string
    readonly code: string
    /** Of a request that waits for a human. */
    readonly approval_id?: string
    /** Where a layer has refused the request. The official clients show it as `error.error.error.policy_violations`. */
    readonly policy_violations?: readonly PolicyViolation[]
    readonly details?: ThreadDetails
  }
  readonly request_id: string
}

/**
 * The body of an error, for a response or for the error event of a stream. `code`, `approval_id` and
 * `policy_violations` are additions of the gateway's.
 */
export function anthropicErrorBody(refusal: Refusal, requestId: string): AnthropicErrorBody {
  const status = statusOf(refusal.code)
  const type = TYPE_BY_STATUS[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return {
    type: 'error',
    error: {
      ...{ type, message: messageOf(refusal), code: refusal.code },
      ...(refusal.code === THREAD_DETAILS.error_code ? { details: THREAD_DETAILS } : {}),
      ...(refusal.approvalId === undefined ? {} : { approval_id: refusal.approvalId }),
      ...(refusal.policyViolations === undefined ? {} : { policy_violations: refusal.policyViolations }),
    },
    request_id: requestId,
  }
}

/** The response for an error on Anthropic's wire. */
export function renderAnthropicError({ refusal }: SluiceError, context: Context<ServiceEnv>): Response {
  const requestId = context.get('requestId')
  const response = errorResponse(refusal, anthropicErrorBody(refusal, requestId), statusOf(refusal.code))
  response.headers.set('request-id', requestId)
  return response
}

function statusOf(code: ErrorCode): number {
  return OVERLOADS.has(code) ? OVERLOADED : ERRORS[code].status
}
