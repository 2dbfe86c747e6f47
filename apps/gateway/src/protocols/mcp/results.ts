import {
  type ActionCategory,
  type ErrorCode,
  type ServiceMetadata,
  SluiceError,
  type WireEvent,
} from '@sluice/contracts'
import { type Answer, eventsOf, heldSentence } from '@sluice/pipeline'
import { messageOf } from '../error-response.ts'
import { isRecord } from './read-message.ts'
import { STATELESS, WITH_HANDSHAKE } from './revisions.ts'

type Members = Readonly<Record<string, unknown>>

const SERVER = { name: 'sluice', version: '1' } as const
const CAPABILITIES = { tools: {} } as const
/** Under which a result says what a completion says in `service_metadata`. */
const METADATA = 'sluice/service_metadata'

/** What is said of the gateway: nothing of the server behind it, whose words no layer has seen. */
export function initializeResult(requested: unknown): Members {
  const protocolVersion = WITH_HANDSHAKE.find((each) => each === requested) ?? WITH_HANDSHAKE[0]
  return { protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER }
}

/** The same in the revision without sessions. */
export function discoverResult(): Members {
  return { supportedVersions: [STATELESS], capabilities: CAPABILITIES, ttlMs: 0, cacheScope: 'private' }
}

/** A result in the form of its revision. */
export function resultInRevision(result: Members, method: string, isStateless: boolean): Members {
  if (!isStateless) return result
  const cached = method === 'tools/list' ? { ttlMs: 0, cacheScope: 'private' } : {}
  const { _meta } = result
  const meta = { ...(isRecord(_meta) ? _meta : {}), 'io.modelcontextprotocol/serverInfo': SERVER }
  return { ...result, ...cached, resultType: 'complete', _meta: meta }
}

/** Reads the only event of an answer. Rejects with `internal_error` where it is none of a tool server. */
export async function toolResultOf(answer: Answer): Promise<Members> {
  if (answer.kind !== 'events') throw new SluiceError('internal_error')
  let last: WireEvent | undefined
  for await (const events of answer.events) last = events.at(-1) ?? last
  const result: unknown = last?.result
  if (!isRecord(result)) throw new SluiceError('internal_error')
  return result
}

/** A result that says how the gateway has dealt with the call. */
export function withMetadata(result: Members, metadata: ServiceMetadata): Members {
  return { ...result, _meta: { [METADATA]: metadata } }
}

/** What a call that waits for a human is answered with. */
export function heldCall(approvalId: string, category: ActionCategory): Answer {
  const text = `${heldSentence(category)} Approval: ${approvalId}.`
  return eventsOf([{ type: 'tool_result', result: errorContent(text) }])
}

/**
 * Errors of a call that a model can do something about, or should at least read: they are results. The client itself is
 * told of all others.
 */
const RESULT_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'jailbreak_detected',
  'content_blocked',
  'action_not_permitted',
  'reason_required',
  'tool_not_permitted',
  'no_compliant_endpoint',
  'approval_required',
  'approval_denied',
  'approval_expired',
  'execution_uncertain',
  'too_many_values',
  'answer_too_large',
  'upstream_rejected',
  'upstream_error',
  'upstream_overloaded',
  'upstream_unauthorized',
  'upstream_unreachable',
  'upstream_invalid_answer',
  'upstream_timeout',
  'upstream_interrupted',
])

/** The result of a call that was refused or has failed; undefined where the client itself is to be told. */
export function refusedCall(error: unknown): Members | undefined {
  if (!(error instanceof SluiceError) || !RESULT_ERRORS.has(error.code)) return undefined
  const { refusal } = error
  const { code, approvalId, policyViolations } = refusal
  const about = {
    code,
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
    ...(policyViolations === undefined ? {} : { policy_violations: policyViolations }),
  }
  return { ...errorContent(messageOf(refusal)), _meta: { 'sluice/error': about } }
}

function errorContent(text: string): Members {
  return { content: [{ type: 'text', text }], isError: true }
}
