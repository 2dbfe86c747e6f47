import { SluiceError } from '@sluice/contracts'
import type { EndpointFailure } from '@sluice/pipeline/ports'
import { isRecord } from './is-record.ts'
import { codeOf } from './upstream-code.ts'
import type { UpstreamErrorBody } from './upstream-error-body.ts'
import { HeadersTimeout } from './upstream-exchange.ts'
import type { UpstreamWordsFilter } from './upstream-words.ts'

type FaultKind =
  /** The connection could not be made or broke. */
  | 'connection'
  | 'headers-timeout'
  | 'idle-timeout'
  /** Not what the OpenAI wire allows, or over a bound. */
  | 'malformed'
  /** The answer ended before it was complete. */
  | 'incomplete'
  /** The upstream said `error` in an answer with status 200. */
  | 'reported'

/** What went wrong with an answer; where it went wrong decides which error that becomes. */
export class AnswerFault extends Error {
  override readonly name = 'AnswerFault'
  readonly kind: FaultKind
  readonly reported: { readonly status?: number; readonly body: UpstreamErrorBody } | undefined

  constructor(
    kind: FaultKind,
    options: { readonly cause?: unknown; readonly reported?: AnswerFault['reported'] } = {},
  ) {
    super(`The upstream's answer failed (${kind}).`, 'cause' in options ? { cause: options.cause } : undefined)
    this.kind = kind
    this.reported = options.reported
  }
}

/** An error of undici or of Node's sockets as a fault; a fault stays what it is. */
export function toFault(error: unknown): AnswerFault {
  if (error instanceof AnswerFault) return error
  return new AnswerFault(kindOf(error), { cause: error })
}

function kindOf(error: unknown): FaultKind {
  if (error instanceof HeadersTimeout) return 'headers-timeout'
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : ''
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'headers-timeout'
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'idle-timeout'
  if (code.startsWith('HPE_') || MALFORMED_CODES.has(code)) return 'malformed'
  return 'connection'
}

/** undici's codes for an answer that is not HTTP as it should be: https://undici.nodejs.org/#/docs/api/Errors */
const MALFORMED_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RESPONSE_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
])

/** The fault of an answer that has not begun: another endpoint may still be tried. */
export function failureOf(fault: AnswerFault, words: UpstreamWordsFilter): EndpointFailure {
  switch (fault.kind) {
    case 'connection':
      return { kind: 'connect' }
    case 'headers-timeout':
    case 'idle-timeout':
      return { kind: 'headers-timeout' }
    case 'reported': {
      const { status, body } = fault.reported ?? {}
      return status === undefined
        ? { kind: 'protocol' }
        : { kind: 'status', status, ...(body && { upstream: words.passing(body) }) }
    }
    default:
      return { kind: 'protocol' }
  }
}

/** The fault of an answer that has begun. */
export function brokenOff(fault: AnswerFault): SluiceError {
  switch (fault.kind) {
    case 'headers-timeout':
    case 'idle-timeout':
      return new SluiceError('upstream_timeout', { cause: fault })
    case 'connection':
    case 'incomplete':
      return new SluiceError('upstream_interrupted', { cause: fault })
    case 'malformed':
      return new SluiceError('upstream_invalid_answer', { cause: fault })
    case 'reported':
      return new SluiceError(codeOf(fault.reported?.body ?? {}) ?? 'upstream_error', { cause: fault })
  }
}
