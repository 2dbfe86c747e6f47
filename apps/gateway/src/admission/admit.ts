import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import type { ExchangeOrigin, ExchangeRuntime, ModelRequest } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import type { RequestObservation } from '../observation/request-observer.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { beginUse } from './begin-use.ts'
import { readCacheUse } from './cache-control.ts'
import { readCredentials } from './credentials.ts'
import type { ExchangeLifetime } from './exchange-lifetime.ts'
import { readIncomingJson } from './read-body.ts'

export type AdmissionDependencies = Pick<
  Dependencies,
  'authenticator' | 'clock' | 'gate' | 'lifetimes' | 'limits' | 'observer' | 'outbox' | 'policies' | 'quotas'
>

/** A request that may enter the pipeline. */
export interface Admitted<Request extends ModelRequest = ModelRequest> {
  readonly origin: ExchangeOrigin & { readonly request: Request }
  readonly runtime: ExchangeRuntime
  readonly lifetime: ExchangeLifetime
  readonly observation: RequestObservation
  /** Node's own response, for a wire that writes to it itself. */
  readonly outgoing: ServerResponse
}

/**
 * Takes one request from its socket to the pipeline's entrance: token, quotas, room in the outbox, body, session.
 *
 * @throws SluiceError as the authenticator, the quotas, the outbox, `readIncomingJson`, the protocol's `parse` and the
 *   gate do.
 */
export async function admit<Request extends ModelRequest>(
  dependencies: AdmissionDependencies,
  context: Context<ServiceEnv>,
  protocol: Protocol<Request>,
): Promise<Admitted<Request>> {
  const { authenticator, clock, gate, lifetimes, limits, observer, outbox, policies } = dependencies
  const { incoming, outgoing } = context.env
  if (!incoming || !outgoing) throw new SluiceError('internal_error')
  context.set('renderError', protocol.renderError)
  const observation = observer.open(context, protocol.kind, outgoing)
  const lifetime = lifetimes.open(
    outgoing,
    ({ answer }) => gate.leave(answer),
    (error) => observation.brokeOff(error),
  )

  const credentials = readCredentials((name) => context.req.header(name), protocol.credentials)
  const principal = await authenticator.authenticate(credentials)
  observation.identified(principal)
  const use = beginUse(dependencies, context, principal)
  outbox.requireRoom()
  const request = protocol.parse(
    await readIncomingJson(incoming, limits.maxBodyBytes, (bytes) => use.reserveBytes(bytes)),
  )
  const session = await gate.enter(
    { principal, requested: context.req.header('x-session-id') },
    { controller: lifetime.answer, cut: () => lifetime.cut() },
  )
  observation.entered(session)
  const origin = {
    requestId: context.get('requestId'),
    request,
    principal,
    session,
    cacheUse: readCacheUse(context.req.header('cache-control')),
  }
  const runtime = {
    policy: policies.current(principal.tenant),
    clock,
    signal: lifetime.workSignal,
    holdBytes: (bytes: number) => use.reserveBytes(bytes),
  }
  return { origin, runtime, lifetime, observation, outgoing }
}
