import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import type { ExchangeOrigin, ExchangeRuntime, ModelRequest, ModelRequestKind } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { Context } from 'hono'
import { requireWire } from '../api-keys/require-wire.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestObservation } from '../observation/request-observer.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { beginUse } from './begin-use.ts'
import { readCacheUse } from './cache-control.ts'
import { readCredentials } from './credentials.ts'
import type { ExchangeLifetime } from './exchange-lifetime.ts'
import { openBody } from './open-body.ts'
import { readIncoming } from './read-body.ts'
import { readPassedHeaders } from './read-passed-headers.ts'
import { readReason } from './read-reason.ts'
import { requestedSession } from './requested-session.ts'

export type AdmissionDependencies = Pick<
  Dependencies,
  | 'apiKeys'
  | 'authenticator'
  | 'bodies'
  | 'clock'
  | 'codenames'
  | 'gate'
  | 'keyRing'
  | 'lifetimes'
  | 'limits'
  | 'observer'
  | 'outbox'
  | 'policies'
  | 'quotas'
>

/** A request that may enter the pipeline. */
export interface Admitted<Kind extends ModelRequestKind = ModelRequestKind> {
  readonly origin: ExchangeOrigin & { readonly request: ModelRequest & { readonly kind: Kind } }
  readonly runtime: ExchangeRuntime
  readonly lifetime: ExchangeLifetime
  readonly observation: RequestObservation
  /** Node's own response, for a wire that writes to it itself. */
  readonly outgoing: ServerResponse
}

/**
 * Takes one request from its socket to the pipeline's entrance: token, quotas, the user's turn, room in the outbox,
 * body, reason, session.
 *
 * @throws SluiceError as the authenticator, the quotas, the outbox, `readIncoming`, `openBody`, `readReason` and the
 * gate do.
 */
export async function admit<Kind extends ModelRequestKind>(
  dependencies: AdmissionDependencies,
  context: Context<ServiceEnv>,
  protocol: Protocol<Kind>,
): Promise<Admitted<Kind>> {
  const { apiKeys, authenticator, clock, gate, lifetimes, limits, observer, outbox, policies } = dependencies
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
  const use = await beginUse(dependencies, context, principal)
  requireWire(apiKeys.grantOf(principal), protocol.name)
  outbox.requireRoom(principal)
  const body = await readIncoming(incoming, limits.maxBodyBytes, (bytes) => use.reserveBytes(bytes))
  const request = await openBody(dependencies, body, protocol, { principal, lifetime, outgoing })
  const reason = await readReason(dependencies, context.req.header('x-reason'), principal)
  const session = await gate.enter(
    { principal, requested: requestedSession((name) => context.req.header(name), protocol.sessionHeader) },
    { controller: lifetime.answer, cut: () => lifetime.cut() },
  )
  observation.entered(session)
  outbox.requireRoom({ ...principal, sessionId: session.id })
  const origin = {
    requestId: context.get('requestId'),
    request,
    principal,
    session,
    ...(reason === undefined ? {} : { reason }),
    ...readPassedHeaders((name) => context.req.header(name), protocol.passedHeaders),
    cacheUse: readCacheUse(context.req.header('cache-control')),
  }
  const runtime = {
    recordId: newId(),
    policy: policies.current(principal.tenant),
    clock,
    signal: lifetime.workSignal,
    holdBytes: (bytes: number) => use.reserveBytes(bytes),
  }
  return { origin, runtime, lifetime, observation, outgoing }
}
