import { type Principal, SluiceError } from '@sluice/contracts'
import type { Answer, ExchangeOrigin, ModelRequest, Outcome } from '@sluice/pipeline'
import { unlimitedSpending } from '@sluice/pipeline/ports'
import type { ServiceEnv } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { Context } from 'hono'
import type { KeptReader } from '../admission/request-turns.ts'
import type { Dependencies } from '../dependencies.ts'

export type RestoreDependencies = Pick<Dependencies, 'clock' | 'endpoints' | 'pipeline' | 'policies' | 'sessions'>

/** Who asks for a kept answer. */
export interface RestoringCaller extends KeptReader {
  readonly principal: Principal
  readonly use: { reserveBytes(bytes: number): void }
}

/** An answer that was kept with its tokens, in the form of its request's kind. */
interface KeptAnswer {
  readonly answer: Answer
  readonly request: ModelRequest
  readonly session: ExchangeOrigin['session']
  /** Dates that were shifted when they were sent, where it holds them so. */
  readonly shifted?: ExchangeOrigin['shifted']
}

/**
 * Sends a kept answer the way back to the caller who asked for it: the tokens of its session become values, as far as
 * the policy of now lets this caller see them, and a record is left.
 *
 * @throws SluiceError as the pipeline does.
 */
export async function restoreForCaller(
  { clock, endpoints, pipeline, policies }: RestoreDependencies,
  context: Context<ServiceEnv>,
  { principal, use }: RestoringCaller,
  { answer, request, session, shifted }: KeptAnswer,
): Promise<Extract<Outcome, { readonly type: 'answered' }>> {
  const origin: ExchangeOrigin = {
    requestId: context.get('requestId'),
    ...{ request, principal, session },
    ...(shifted === undefined ? {} : { shifted }),
    cacheUse: 'none',
  }
  const left = new AbortController()
  context.env.outgoing?.once('close', () => left.abort(new SluiceError('request_aborted')))
  const outcome = await pipeline.restore(answer, origin, {
    recordId: newId(),
    policy: policies.current(principal.tenant),
    // No model is asked.
    endpoints: endpoints.current(principal.tenant),
    spending: unlimitedSpending(0),
    clock,
    signal: left.signal,
    holdBytes: (bytes) => use.reserveBytes(bytes),
  })
  if (outcome.type !== 'answered') throw new SluiceError('internal_error')
  return outcome
}

/** A session that has ended is not frozen, but its user may be. Throws `session_frozen`. */
export async function requireNotFrozen(
  sessions: RestoreDependencies['sessions'],
  { tenant, sub }: Pick<Principal, 'tenant' | 'sub'>,
  sessionId: number,
): Promise<void> {
  const [session, { freezeState }] = await Promise.all([sessions.find(sessionId), sessions.findUser({ tenant, sub })])
  if (session?.state === 'frozen' || freezeState?.state === 'frozen') throw new SluiceError('session_frozen')
}
