import { EXECUTION_UNCERTAIN, type HeldRequest, openRequestHead, refusalOfEnded } from '@sluice/approvals'
import { ERRORS, type ErrorCode, type LayerId, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { type Answer, answerOf, type HeldThing, type ModelRequest, replay } from '@sluice/pipeline'
import { eventsOf } from '@sluice/pipeline/ports'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { waitForKeptTurn } from '../admission/request-turns.ts'
import { permitsModel } from '../api-keys/permits-model.ts'
import {
  type RestoreDependencies as ForCaller,
  type RestoringCaller,
  requireNotFrozen,
  restoreForCaller,
} from '../delivery/restore-for-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { openKeptAnswer } from './kept-answer.ts'

export type RestoreDependencies = ForCaller & Pick<Dependencies, 'apiKeys' | 'approvals' | 'keyRing' | 'sessionKeys'>

/** What a caller asks for who has once been told to wait. */
interface Asked {
  /** Undefined where what the caller names never waited. */
  readonly approvalId: string | undefined
  /** The wire on which it asks. */
  readonly kind: HeldRequest['kind']
  /** What to say of what belongs to somebody else, or to another wire. */
  readonly notFound: SluiceError
}

interface AnsweredHeld {
  readonly type: 'answered'
  readonly approval: Approval
  readonly metadata: ServiceMetadata
  readonly answer: Answer
}

/** What became of a held request: it waits for a human or its answer, or it has its answer. */
type Found =
  | AnsweredHeld
  | { readonly type: 'waiting'; readonly approval: Approval; readonly metadata: ServiceMetadata }

/**
 * Shows what became of a held request to whoever sent it, on the wire by which it came. An answer is restored as
 * `restoreForCaller` does; it is to be read to its end by way of `whileOpen`.
 *
 * @throws SluiceError `approval_denied`, `approval_expired`, the failure of its run, `session_frozen`, `not_found`
 *   where the answer is not kept any more, and as the pipeline does.
 */
export async function findHeld(
  dependencies: RestoreDependencies,
  context: Context<ServiceEnv>,
  caller: RestoringCaller,
  asked: Asked,
): Promise<Found> {
  const { approvals, keyRing, sessionKeys, sessions } = dependencies
  const approval = await findOwn(dependencies, caller, asked)
  const { state } = approval
  if (state === 'denied') throw refusalOfEnded(approval, 'approval_denied')
  if (state === 'expired') throw refusalOfEnded(approval, 'approval_expired')
  if (state === 'failed') throw new SluiceError(codeOf(approval))
  if (state === 'done') await requireNotFrozen(sessions, approval, approval.sessionId)
  const content = await approvals.contentOf(approval)
  await sessionKeys.load(approval)
  await waitForKeptTurn(caller, dependencies.clock, content.answer?.length ?? 0)
  const { kind, sessionSecret } = openRequestHead(keyRing, approval, content.request)
  if (kind !== asked.kind) throw asked.notFound
  if (state !== 'done') return { type: 'waiting', approval, metadata: heldMetadataOf(approval) }
  if (content.answer === undefined) throw new SluiceError('not_found')
  const kept = openKeptAnswer(keyRing, approval, content.answer)
  const { answer } = await restoreForCaller(dependencies, context, caller, {
    answer: 'event' in kept ? eventsOf([kept.event]) : answerOf(replay(kept.completion, true)),
    request: requestOf(kind, approval.subject.model),
    session: { id: approval.sessionId, secret: sessionSecret },
    ...(kept.shifted === undefined ? {} : { shifted: kept.shifted }),
  })
  return { type: 'answered', approval, metadata: kept.metadata, answer }
}

/** Gives what was made of an answer, unless its session was frozen meanwhile. Throws `session_frozen`. */
export async function whileOpen<T>(
  { sessions }: Pick<RestoreDependencies, 'sessions'>,
  approval: Approval,
  made: Promise<T>,
): Promise<T> {
  const whole = await made
  await requireNotFrozen(sessions, approval, approval.sessionId)
  return whole
}

/** A request of the kind whose answer is restored. Nothing of it is read but its kind and its model. */
function requestOf(kind: HeldRequest['kind'], model: string): ModelRequest {
  switch (kind) {
    case 'chat':
      return { kind, body: { model, messages: [] } }
    case 'responses':
      return { kind, body: { model } }
    case 'messages':
      return { kind, body: { model, messages: [], max_tokens: 1 } }
    case 'tool-call':
      return { kind, body: { model, method: 'tools/call' } }
  }
}

/** What belongs to somebody else, or is of a model that the API key does not permit, seems not to exist. */
async function findOwn(
  { apiKeys, approvals }: Pick<RestoreDependencies, 'apiKeys' | 'approvals'>,
  { principal }: RestoringCaller,
  { approvalId: id, notFound }: Asked,
): Promise<Approval> {
  const { tenant, sub } = principal
  if (id === undefined) throw notFound
  const approval = await approvals.get({ tenant, id }).catch((error: unknown) => {
    throw error instanceof SluiceError && error.code === 'not_found' ? notFound : error
  })
  if (approval.sub !== sub || !permitsModel(apiKeys.grantOf(principal), approval.subject.model)) throw notFound
  return approval
}

/** What of an exchange waits, by what is kept of it. */
export function heldThingOf({ answer }: Approval['subject']): HeldThing {
  return answer === undefined ? 'request' : 'answer'
}

/** An answer that waits has been made. */
const ANSWERED = ['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'] as const

/** A request that waits has not been masked for a model: only the approver's copy has been. */
const HELD = ['L0', 'L1', 'L2', 'L6'] as const

/** What the caller was told when the request was held: an approver is told more. */
function heldMetadataOf({ id, sessionId, subject }: Approval): ServiceMetadata {
  const executed: readonly LayerId[] = subject.answer === undefined ? HELD : ANSWERED
  return {
    session_id: sessionId,
    layers_executed: [...executed],
    // The store keeps members in an order of its own.
    policy_violations: subject.violations
      .filter(({ layer }) => executed.includes(layer))
      .map(({ policy_id, layer, action, severity, message }) => ({ policy_id, layer, action, severity, message })),
    approval_required: true,
    approval_id: id,
    cache_hit: false,
  }
}

function codeOf({ failure }: Approval): ErrorCode {
  return failure !== undefined && isErrorCode(failure) ? failure : EXECUTION_UNCERTAIN
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}
