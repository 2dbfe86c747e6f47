import { openRequest } from '@sluice/approvals'
import { type Completion, type Principal, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { answerOf, collect, type ExchangeOrigin, replay } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import { openKeptAnswer } from './kept-answer.ts'

export type RestoreDependencies = Pick<
  Dependencies,
  'approvals' | 'clock' | 'keyRing' | 'pipeline' | 'policies' | 'sessions'
>

interface Caller {
  readonly principal: Principal
  readonly use: { reserveBytes(bytes: number): void }
}

interface RestoredAnswer {
  readonly completion: Completion
  readonly metadata: ServiceMetadata
}

/**
 * Gives a kept answer to the caller who asked for it: the tokens of its session become values, as far as the policy of
 * now lets this caller see them, and a record is left.
 *
 * @throws SluiceError `not_found` where it is not kept any more, `session_frozen` where its session is frozen before or
 *   while it is restored, and as the pipeline does.
 */
export async function restoreAnswer(
  { approvals, clock, keyRing, pipeline, policies, sessions }: RestoreDependencies,
  context: Context<ServiceEnv>,
  { principal, use }: Caller,
  approval: Approval,
): Promise<RestoredAnswer> {
  await requireNotFrozen(sessions, approval)
  const content = await approvals.contentOf(approval)
  if (content.answer === undefined) throw new SluiceError('not_found')
  const { sessionSecret } = openRequest(keyRing, approval, content.request)
  const { completion, metadata } = openKeptAnswer(keyRing, approval, content.answer)
  const origin: ExchangeOrigin = {
    requestId: context.get('requestId'),
    request: { kind: 'chat', body: { model: approval.subject.model, messages: [] } },
    principal,
    session: { id: approval.sessionId, secret: sessionSecret },
    cacheUse: 'none',
  }
  const left = new AbortController()
  context.env.outgoing?.once('close', () => left.abort(new SluiceError('request_aborted')))
  const outcome = await pipeline.restore(answerOf(replay(completion, true)), origin, {
    recordId: newId(),
    policy: policies.current(principal.tenant),
    clock,
    signal: left.signal,
    holdBytes: (bytes) => use.reserveBytes(bytes),
  })
  if (outcome.type !== 'answered' || outcome.answer.kind !== 'chunks') throw new SluiceError('internal_error')
  const restored = await collect(outcome.answer.chunks)
  await requireNotFrozen(sessions, approval)
  return { completion: restored, metadata }
}

/** A session that has ended is not frozen, but its user may be. */
async function requireNotFrozen(
  sessions: RestoreDependencies['sessions'],
  { tenant, sub, sessionId }: Approval,
): Promise<void> {
  const [session, { freezeState }] = await Promise.all([sessions.find(sessionId), sessions.findUser({ tenant, sub })])
  if (session?.state === 'frozen' || freezeState?.state === 'frozen') throw new SluiceError('session_frozen')
}
