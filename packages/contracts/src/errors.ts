import type { PolicyViolation } from './finding.ts'

/** OpenAI's error types. The official clients choose the class of an error by the HTTP status. */
type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'policy_violation'
  | 'api_error'

interface ErrorEntry {
  /** The HTTP status. */
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 413
    | 415
    | 417
    | 422
    | 426
    | 429
    | 431
    | 500
    | 501
    | 502
    | 503
    | 504
  readonly type: ErrorType
  /** What the caller reads. The cause goes to the log. */
  readonly publicMessage: string
  /** False where trying again cannot help: sent as `x-should-retry: false`, which the official clients follow. */
  readonly retry: boolean
}

/** Every error that a service sends, each once. The key is the `code` of the body. */
export const ERRORS = {
  invalid_json: entry(400, 'invalid_request_error', 'The request body is not valid JSON.', false),
  invalid_request: entry(400, 'invalid_request_error', 'The request is not valid.', false),
  invalid_encoding: entry(400, 'invalid_request_error', 'The request body is not valid UTF-8.', false),
  request_too_deep: entry(400, 'invalid_request_error', 'The request body is nested too deeply.', false),
  request_too_large: entry(413, 'invalid_request_error', 'The request body is too large.', false),
  headers_too_large: entry(431, 'invalid_request_error', 'The request headers are too large.', false),
  request_timeout: entry(408, 'invalid_request_error', 'The request body did not arrive in time.', true),
  expectation_failed: entry(417, 'invalid_request_error', 'Only the expectation 100-continue is known here.', false),
  upgrade_not_supported: entry(426, 'invalid_request_error', 'Only HTTP is spoken here, and no WebSocket.', false),
  unsupported_media_type: entry(
    415,
    'invalid_request_error',
    'Send the body as JSON, without a content encoding.',
    false,
  ),
  not_found: entry(404, 'invalid_request_error', 'There is nothing at this address.', false),
  method_not_allowed: entry(405, 'invalid_request_error', 'This address does not take that method.', false),
  message_replayed: entry(409, 'invalid_request_error', 'This message has been carried out already.', false),
  in_flight: entry(409, 'invalid_request_error', 'This is being carried out right now. Ask again soon.', true),
  idempotency_key_reused: entry(422, 'invalid_request_error', 'This key was used for another command before.', false),
  user_not_found: entry(404, 'invalid_request_error', 'No such user is known.', false),
  user_ambiguous: entry(409, 'invalid_request_error', 'Several users match. Name exactly one.', false),
  conflict: entry(409, 'invalid_request_error', 'This does not fit the current state.', false),
  previous_response_not_found: entry(
    404,
    'invalid_request_error',
    'The previous response is not kept (any more). Send the whole conversation.',
    false,
  ),
  // The name is Anthropic's: its clients then send the whole conversation.
  thread_unsupported_request: entry(
    400,
    'invalid_request_error',
    'Message threads are not kept here. Send the whole conversation, without `thread`.',
    false,
  ),
  model_not_found: entry(404, 'invalid_request_error', 'The model does not exist or is not available to you.', false),

  token_missing: entry(401, 'authentication_error', 'Send an access token as `Authorization: Bearer ...`.', false),
  token_invalid: entry(401, 'authentication_error', 'The access token is not valid here.', false),
  token_expired: entry(401, 'authentication_error', 'The access token has expired.', false),
  insufficient_user_authentication: entry(
    401,
    'authentication_error',
    'This needs a fresher or stronger login.',
    false,
  ),
  credentials_missing: entry(401, 'authentication_error', 'Sign the message or send an access token.', false),
  signature_invalid: entry(401, 'authentication_error', 'The message signature is not valid here.', false),
  signature_expired: entry(
    401,
    'authentication_error',
    'The signature is too old, or its time lies in the future.',
    false,
  ),

  user_not_active: entry(403, 'permission_error', 'This user is not active here.', false),
  action_not_permitted: entry(403, 'permission_error', 'You may not do what this request asks for.', false),
  tool_not_permitted: entry(403, 'permission_error', 'You may not have this tool run by the provider.', false),
  reason_required: entry(403, 'permission_error', 'Say in the header `x-reason` why you ask for this.', false),
  scope_missing: entry(403, 'permission_error', 'The access token lacks the scope that is needed here.', false),
  unfreeze_not_permitted: entry(403, 'permission_error', 'Unfreezing from here is turned off.', false),
  session_not_permitted: entry(403, 'permission_error', 'This session does not exist or is not yours.', false),
  session_frozen: entry(403, 'permission_error', 'This session is frozen. Ask your security team.', false),
  no_compliant_endpoint: entry(
    403,
    'permission_error',
    'No model endpoint that may see data of this sensitivity serves this model.',
    false,
  ),

  jailbreak_detected: entry(400, 'policy_violation', 'The request was blocked: it looks like a jailbreak.', false),
  content_blocked: entry(400, 'policy_violation', 'The request was blocked by policy.', false),

  approval_required: entry(
    403,
    'permission_error',
    'This request needs the approval of a human before it can be carried out. It has not been sent to the model.',
    false,
  ),
  approval_denied: entry(403, 'permission_error', 'A human has denied this request. It was not sent.', false),
  approval_expired: entry(403, 'permission_error', 'Nobody has approved this request in time. It was not sent.', false),
  too_many_sessions: entry(403, 'permission_error', 'You have too many sessions open. Let some end first.', false),
  too_many_values: entry(
    403,
    'permission_error',
    'Too many sensitive values are stored for you. Begin another session, or let stored values expire.',
    false,
  ),
  rate_limit_exceeded: entry(429, 'rate_limit_error', 'Too many requests. Try again later.', true),
  insufficient_quota: entry(
    429,
    'rate_limit_error',
    'The quota of this service at the model endpoint is spent.',
    false,
  ),
  budget_exceeded: entry(429, 'rate_limit_error', 'The budget for this day or month is spent.', false),
  context_length_exceeded: entry(
    400,
    'invalid_request_error',
    'The request is longer than the maximum context length of this model.',
    false,
  ),
  content_filter: entry(
    400,
    'invalid_request_error',
    'The content filter of the model endpoint refused the request.',
    false,
  ),
  upstream_rejected: entry(400, 'invalid_request_error', 'The model endpoint rejected the request.', false),
  upstream_error: entry(502, 'api_error', 'The model endpoint failed.', true),
  upstream_unavailable: entry(
    503,
    'api_error',
    'Every model endpoint that may see this request has failed lately. Try again soon.',
    true,
  ),
  upstream_overloaded: entry(503, 'api_error', 'The model endpoint is overloaded. Try again soon.', true),
  upstream_unauthorized: entry(
    502,
    'api_error',
    'The model endpoint refused the credentials of this service. Tell your administrator.',
    false,
  ),
  upstream_unreachable: entry(502, 'api_error', 'The model endpoint cannot be reached.', true),
  upstream_invalid_answer: entry(502, 'api_error', 'The model endpoint sent an answer that cannot be read.', true),
  answer_too_large: entry(502, 'api_error', 'The answer is too large with the values in it restored.', false),
  upstream_timeout: entry(504, 'api_error', 'The model endpoint did not answer in time.', true),
  upstream_interrupted: entry(502, 'api_error', 'The model endpoint ended its answer early.', true),
  execution_uncertain: entry(
    502,
    'api_error',
    'The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.',
    false,
  ),

  layer_failed: entry(503, 'api_error', 'A safety check could not be completed, so the request was refused.', true),
  layer_timeout: entry(503, 'api_error', 'A safety check took too long, so the request was refused.', true),
  dependency_unavailable: entry(503, 'api_error', 'A part that the gateway needs is not available.', true),
  audit_unavailable: entry(
    503,
    'api_error',
    'The audit record could not be written, so the answer was not completed.',
    true,
  ),
  overloaded: entry(503, 'api_error', 'The service is busy with the requests of others. Try again soon.', true),
  shutting_down: entry(503, 'api_error', 'The service is shutting down.', true),
  answer_not_read: entry(408, 'invalid_request_error', 'The answer was not read in time.', false),
  request_aborted: entry(408, 'invalid_request_error', 'The request was abandoned by the caller.', false),
  not_implemented: entry(501, 'api_error', 'This endpoint is not built yet.', false),
  internal_error: entry(500, 'api_error', 'Something went wrong on our side.', true),
} as const satisfies Readonly<Record<string, ErrorEntry>>

export type ErrorCode = keyof typeof ERRORS

/** Why a layer refuses a request, in terms that may be shown to the caller. */
export interface Refusal {
  readonly code: ErrorCode
  /** Replaces the table's message with a more exact one; must not quote content. */
  readonly message?: string
  /** The request member at fault, for example `messages[3].content`. */
  readonly param?: string
  /** For `www-authenticate`, with a 401. */
  readonly challenge?: string
  /** Trying again cannot help, whatever the table says of the code. */
  readonly retry?: false
  /** Whole seconds, for `retry-after`. */
  readonly retryAfterSeconds?: number
  /** What was found on the way to the refusal, and the policies that determined it. */
  readonly policyViolations?: readonly PolicyViolation[]
  /** Of the approval that the request waits for. */
  readonly approvalId?: string
  /** The upstream's `x-ratelimit-*` headers, with a 429. */
  readonly rateLimit?: Readonly<Record<string, string>>
}

/** An error of the table. Callers see the public message; the cause goes to the log. */
export class SluiceError extends Error {
  readonly code: ErrorCode
  readonly refusal: Refusal

  constructor(refusal: Refusal | ErrorCode, options?: { readonly cause?: unknown }) {
    const full = typeof refusal === 'string' ? { code: refusal } : refusal
    super(full.message ?? ERRORS[full.code].publicMessage, options)
    this.name = 'SluiceError'
    this.code = full.code
    this.refusal = full
  }
}

function entry(status: ErrorEntry['status'], type: ErrorType, publicMessage: string, retry: boolean): ErrorEntry {
  return { status, type, publicMessage, retry }
}
