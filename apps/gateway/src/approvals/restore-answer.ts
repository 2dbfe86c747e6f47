import { openRequest } from '@sluice/approvals'
import { type Completion, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { answerOf, collect, replay } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import {
  type RestoreDependencies as ForCaller,
  type RestoringCaller,
  requireNotFrozen,
  restoreForCaller,
} from '../delivery/restore-for-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { openKeptAnswer } from './kept-answer.ts'

export type RestoreDependencies = ForCaller & Pick<Dependencies, 'approvals' | 'keyRing'>

interface RestoredAnswer {
  readonly completion: Completion
  readonly metadata: ServiceMetadata
}

/**
 * Gives a kept answer to the caller who asked for it, as `restoreForCaller` does.
 *
 * @throws SluiceError `not_found` where it is not kept any more, `session_frozen` where its session is frozen before or
 *   while it is restored, and as the pipeline does.
 */
export async function restoreAnswer(
  dependencies: RestoreDependencies,
  context: Context<ServiceEnv>,
  caller: RestoringCaller,
  approval: Approval,
): Promise<RestoredAnswer> {
  const { approvals, keyRing, sessions } = dependencies
  await requireNotFrozen(sessions, approval, approval.sessionId)
  const content = await approvals.contentOf(approval)
  if (content.answer === undefined) throw new SluiceError('not_found')
  const { sessionSecret } = openRequest(keyRing, approval, content.request)
  const { completion, metadata } = openKeptAnswer(keyRing, approval, content.answer)
  const { answer } = await restoreForCaller(dependencies, context, caller, {
    answer: answerOf(replay(completion, true)),
    request: { kind: 'chat', body: { model: approval.subject.model, messages: [] } },
    session: { id: approval.sessionId, secret: sessionSecret },
  })
  if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
  const restored = await collect(answer.chunks)
  await requireNotFrozen(sessions, approval, approval.sessionId)
  return { completion: restored, metadata }
}
