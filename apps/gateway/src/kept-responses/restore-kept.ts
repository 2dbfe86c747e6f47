import { type ServiceMetadata, SluiceError } from '@sluice/contracts'
import { eventsOf } from '@sluice/pipeline/ports'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { waitForKeptTurn } from '../admission/request-turns.ts'
import { serviceMetadata } from '../delivery/deliver.ts'
import {
  type RestoreDependencies,
  type RestoringCaller,
  requireNotFrozen,
  restoreForCaller,
} from '../delivery/restore-for-caller.ts'
import { lastEventOf } from '../protocols/openai-responses/render-json.ts'
import { type ResponseObject, responseOf } from '../protocols/openai-responses/response-object.ts'
import type { FoundResponse } from './find-kept.ts'

interface RestoredResponse {
  readonly response: ResponseObject
  readonly metadata: ServiceMetadata
}

/**
 * Gives a kept response, or another object of its session, to the caller who asked for it, as `restoreForCaller` does.
 * One of a session that is frozen seems not to exist.
 *
 * @param notFound what to say then.
 */
export async function restoreKept(
  dependencies: RestoreDependencies,
  context: Context<ServiceEnv>,
  caller: RestoringCaller,
  { session, model, type, response: kept, shifted, sealedLength }: Omit<FoundResponse, 'input' | 'names' | 'tile'>,
  notFound: SluiceError,
): Promise<RestoredResponse> {
  const requireOpen = async () => {
    try {
      await requireNotFrozen(dependencies.sessions, caller.principal, session.id)
    } catch (error) {
      throw error instanceof SluiceError && error.code === 'session_frozen' ? notFound : error
    }
  }
  await requireOpen()
  const { answer, report } = await restoreForCaller(dependencies, context, caller, {
    answer: eventsOf([{ type, response: kept }]),
    request: { kind: 'responses', body: { model } },
    session,
    shifted,
  })
  const response = responseOf(await lastEventOf(answer))
  await requireOpen()
  // The caller writes it as JSON right behind this.
  await waitForKeptTurn(caller, dependencies.clock, sealedLength)
  return { response, metadata: serviceMetadata(report, session.id) }
}
