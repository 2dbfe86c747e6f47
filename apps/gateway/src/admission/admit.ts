import type { ServerResponse } from 'node:http'
import { type ErrorCode, type Principal, SluiceError } from '@sluice/contracts'
import type {
  ExchangeOrigin,
  ExchangeRuntime,
  LocalRequest,
  ModelRequest,
  ModelRequestKind,
  RemoteRequest,
} from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { Context } from 'hono'
import { requireWire } from '../api-keys/require-wire.ts'
import { ReceivedTexts } from '../delivery/received-texts.ts'
import type { Dependencies } from '../dependencies.ts'
import type { HeldEndpoints } from '../endpoints/endpoint-registry.ts'
import type { RequestObservation } from '../observation/request-observer.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { setTokenHeaders } from '../quotas/rate-limit-headers.ts'
import type { TokensLeft } from '../spending/spendings.ts'
import { beginUse } from './begin-use.ts'
import { readCacheUse } from './cache-control.ts'
import { readCredentials } from './credentials.ts'
import type { ExchangeLifetime } from './exchange-lifetime.ts'
import { type BodyOwner, openBody } from './open-body.ts'
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
  | 'door'
  | 'endpoints'
  | 'gate'
  | 'keyRing'
  | 'lifetimes'
  | 'limits'
  | 'observer'
  | 'outbox'
  | 'policies'
  | 'quotas'
  | 'sessionKeys'
  | 'spendings'
>

/** A request that may enter the pipeline. */
export interface Admitted<Kind extends ModelRequestKind = ModelRequestKind> {
  readonly origin: ExchangeOrigin & { readonly request: ModelRequest & { readonly kind: Kind } }
  readonly runtime: ExchangeRuntime
  readonly lifetime: ExchangeLifetime
  readonly observation: RequestObservation
  /** Whether a request that waits for a human is to be answered with an error. */
  readonly heldAsError: boolean
  /** Whether the caller is shown what went to the model endpoint. */
  readonly showsSent: boolean
  /** What the model wrote, where the caller is shown it. */
  readonly received: ReceivedTexts | undefined
  /** Node's own response, for a wire that writes to it itself. */
  readonly outgoing: ServerResponse
}

/** A request together with what it continues, and the session that it goes on in. */
interface ContinuedRequest<Kind extends ModelRequestKind> {
  readonly request: ModelRequest & { readonly kind: Kind }
  readonly session: ExchangeOrigin['session']
  readonly history: NonNullable<ExchangeOrigin['history']>
  readonly shifted: NonNullable<ExchangeOrigin['shifted']>
  readonly notFound: SluiceError
}

/** Puts what was said before into a request; undefined where it continues nothing. */
type Continuing<Kind extends ModelRequestKind> = (
  request: (LocalRequest | RemoteRequest) & { readonly kind: Kind },
  owner: BodyOwner,
  holdBytes: (bytes: number) => void,
) => Promise<ContinuedRequest<Kind> | undefined>

/**
 * Enters the session that a request goes on in. One that is frozen, has ended, or is not the one that the caller asks
 * for, seems to have kept nothing.
 */
async function enterAgain(
  gate: AdmissionDependencies['gate'],
  principal: Principal,
  requested: string | undefined,
  stoppable: Parameters<AdmissionDependencies['gate']['enter']>[1],
  { session: kept, notFound }: ContinuedRequest<ModelRequestKind>,
) {
  try {
    const session = await gate.enter({ principal, requested: requested ?? String(kept.id) }, stoppable)
    if (session.id === kept.id && session.secret === kept.secret) return session
  } catch (error) {
    if (!(error instanceof SluiceError) || !GONE.has(error.code)) throw error
  }
  throw notFound
}

const GONE: ReadonlySet<ErrorCode> = new Set(['session_frozen', 'session_not_permitted'])

/**
 * Takes one request from its socket to the pipeline's entrance: token, quotas, the user's turn, room in the outbox,
 * body, wishes, reason, session.
 *
 * @param continuing for a wire whose requests may continue earlier ones.
 * @throws SluiceError as the authenticator, the quotas, the outbox, `readIncoming`, `openBody`, `readWishes`,
 * `readReason` and the gate do.
 */
export async function admit<Kind extends ModelRequestKind>(
  dependencies: AdmissionDependencies,
  context: Context<ServiceEnv>,
  protocol: Protocol<Kind>,
  continuing?: Continuing<Kind>,
): Promise<Admitted<Kind>> {
  const { apiKeys, authenticator, clock, door, endpoints, gate, lifetimes, limits, observer, outbox } = dependencies
  const { incoming, outgoing } = context.env
  if (!incoming || !outgoing) throw new SluiceError('internal_error')
  context.set('renderError', protocol.renderError)
  const observation = observer.open(context, protocol.kind, outgoing)
  let held: HeldEndpoints | undefined
  const lifetime = lifetimes.open(
    outgoing,
    ({ answer }) => {
      gate.leave(answer)
      held?.release()
    },
    (error) => observation.brokeOff(error),
  )

  const header = (name: string) => context.req.header(name)
  const principal = await authenticator.authenticate(readCredentials(header, protocol.credentials))
  observation.identified(principal)
  door.introduce(context, protocol, principal)
  const use = await beginUse(dependencies, context, principal)
  requireWire(apiKeys.grantOf(principal), protocol.name)
  outbox.requireRoom(principal)
  const limit = protocol.bodyLimit ?? { maxBytes: limits.maxBodyBytes, variable: 'MAX_BODY_BYTES' }
  const body = await readIncoming(incoming, limit, (bytes) => use.reserveBytes(bytes))
  const owner = { principal, lifetime, outgoing }
  const opened = await openBody(dependencies, body, protocol, owner)
  let heldBytes = body.length
  const continued = await continuing?.(opened, owner, (bytes) => {
    use.reserveBytes(bytes)
    heldBytes += bytes
  })
  const request = continued?.request ?? opened
  const wishes = readWishes(limits, protocol.sessionHeader, header)
  const reason = await readReason(dependencies, header('x-reason'), principal)
  const requested = requestedSession(header, protocol.sessionHeader) ?? protocol.session?.()
  const stoppable = { controller: lifetime.answer, cut: () => lifetime.cut() }
  lifetime.requireOpen()
  const session =
    continued === undefined
      ? await gate.enter({ principal, requested }, stoppable)
      : await enterAgain(gate, principal, requested, stoppable, continued)
  await dependencies.sessionKeys.require({ ...principal, sessionId: session.id })
  observation.entered(session)
  outbox.requireRoom({ ...principal, sessionId: session.id })
  const origin = {
    requestId: context.get('requestId'),
    request,
    principal,
    session,
    ...(reason === undefined ? {} : { reason }),
    ...(continued === undefined ? {} : { history: continued.history, shifted: continued.shifted }),
    ...readPassedHeaders(header, protocol.passedHeaders, limits.passesTraceContext),
    cacheUse: readCacheUse(header('cache-control')),
  }
  held = endpoints.hold(principal.tenant)
  // Nothing would let go of them any more.
  if (outgoing.closed) held.release()
  const tellTokens = (left: TokensLeft) => setTokenHeaders(outgoing, protocol.kind, left)
  const policy = dependencies.policies.current(principal.tenant)
  const runtime = {
    ...{ recordId: newId(), policy },
    endpoints: held.snapshot,
    clock,
    ...{ signal: lifetime.workSignal, recordTurn: () => lifetime.recordTurn(), trace: observation.trace },
    holdBytes: (bytes: number) => use.reserveBytes(bytes),
    spending: dependencies.spendings.of(principal, policy, heldBytes, tellTokens, apiKeys.grantOf(principal)),
    ...(wishes.received === undefined ? {} : { onReceived: wishes.received.add }),
  }
  return { origin, runtime, lifetime, observation, ...wishes, outgoing }
}

/** How the caller wants to be answered: holds as errors, and to be shown what the gateway permits to be shown. */
function readWishes(
  { mayShowSent }: Pick<Dependencies['limits'], 'mayShowSent'>,
  agentHeader: string | undefined,
  header: (name: string) => string | undefined,
): Pick<Admitted, 'heldAsError' | 'showsSent' | 'received'> {
  const shows = (name: string) => mayShowSent && header(name) === '1'
  return {
    heldAsError: wantsHoldAsError(header, agentHeader),
    showsSent: shows('x-show-sent'),
    received: shows('x-show-received') ? new ReceivedTexts() : undefined,
  }
}

/**
 * Whether a hold is answered with an error. The agent that names its sessions takes a refusal for that of a safety
 * classifier, and goes on by itself with the order in what it sends: it gets an error unless it asks otherwise.
 *
 * Throws `invalid_request` for a value that is not known: who means an error must not be given an answer.
 */
function wantsHoldAsError(header: (name: string) => string | undefined, agentHeader: string | undefined): boolean {
  const wanted = header('x-on-hold')?.trim().toLowerCase() ?? ''
  if (wanted === 'error') return true
  if (wanted === 'answer') return false
  if (wanted === '') return agentHeader !== undefined && header(agentHeader) !== undefined
  const param = 'x-on-hold'
  throw new SluiceError({ code: 'invalid_request', message: `The header ${param} must be "error" or "answer".`, param })
}
