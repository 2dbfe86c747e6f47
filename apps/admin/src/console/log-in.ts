import { meets } from '@sluice/auth'
import { createControlRecord, type Principal, SluiceError } from '@sluice/contracts'
import { peerNetwork, type ServiceApp, type ServiceEnv } from '@sluice/service-kit'
import { FairSlots } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import type { KeyRing } from '@sluice/token-vault'
import type { Context } from 'hono'
import { z } from 'zod'
import { findRefusal } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'
import { takeTurn } from '../take-turn.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { clearLoginCookie, readLoginCookie, readSessionCookie, setLoginCookie, setSessionCookie } from './cookies.ts'
import { renderLoginError } from './pages.ts'
import { LoginRefused, type MadeLogin, type Provider } from './provider.ts'
import { returnPath } from './return-path.ts'
import { type PendingLogin, sealLogin, unsealLogin } from './sealed-tokens.ts'
import { STEPS, type Step, type StepDemands } from './security-keys/steps.ts'

type LoginDependencies = Pick<Dependencies, 'activeUsers' | 'authenticator' | 'clock' | 'outbox' | 'sessions'> & {
  readonly demands: StepDemands
  readonly consoleSessions: Pick<ConsoleSessions, 'begin' | 'hashOf' | 'personOf'>
  readonly provider: Pick<Provider, 'begin' | 'finish'>
  readonly keyRing: KeyRing
  readonly sessionMs: number
  readonly onUnrecorded: (error: unknown) => void
}

/** How long somebody may take at the provider. */
const LOGIN_MS = 600_000
/** Strangers share the logins that are at the provider at the same time; their networks take turns. */
const SLOTS = { slots: 16, maxWaiting: 64, maxWaitMs: 5_000 }
const RETRY_SECONDS = 5

/** Adds the two ends of a login: the way to the provider, and the way back. */
export function addLogin(app: ServiceApp, dependencies: LoginDependencies): void {
  const slots = new FairSlots(SLOTS)
  app.get('/console/login', async (context) => {
    context.set('renderError', renderLoginError)
    return context.redirect(await beginLogin(dependencies, context))
  })
  app.get('/console/callback', async (context) => {
    context.set('renderError', renderLoginError)
    const network = peerNetwork(context.env?.incoming?.socket.remoteAddress)
    const release = await takeTurn(slots, network, context.req.raw.signal, RETRY_SECONDS)
    try {
      return context.redirect(await endLogin(dependencies, context))
    } finally {
      release()
    }
  })
}

async function beginLogin(dependencies: LoginDependencies, context: Context<ServiceEnv>): Promise<string> {
  const { provider, keyRing, clock, consoleSessions } = dependencies
  const { return_to: returnTo, step_up: stepUp } = readQuery(context)
  const { url, attempt } = await provider.begin(demandOf(dependencies, stepUp))
  const id = readSessionCookie(context)
  const login: PendingLogin = {
    ...attempt,
    returnTo: returnPath(returnTo),
    stepUp,
    // The way back comes from another site, which the session's cookie does not.
    replaces: id === undefined ? undefined : consoleSessions.hashOf(id),
    expiresAtMs: clock.nowMs() + LOGIN_MS,
  }
  setLoginCookie(context, sealLogin(keyRing, login), LOGIN_MS / 1_000)
  return url.href
}

const querySchema = z.object({ return_to: z.string().optional(), step_up: z.enum(STEPS).optional() })

/** Throws `invalid_request` for a step up to what is no action. */
function readQuery({ req }: Context<ServiceEnv>) {
  const query = querySchema.safeParse(req.query())
  if (query.success) return query.data
  throw new SluiceError({ code: 'invalid_request', message: 'step_up names no action.', param: 'query.step_up' })
}

/** How fresh or strong the login must be. */
function demandOf({ demands }: LoginDependencies, step: Step | undefined) {
  if (step === undefined) return {}
  // Whoever asks for a step knows that one is asked for: without a demand it is a new login.
  return demands[step] ?? { maxAgeSeconds: 0 }
}

async function endLogin(dependencies: LoginDependencies, context: Context<ServiceEnv>): Promise<string> {
  const { consoleSessions, sessionMs } = dependencies
  const pending = takePending(dependencies, context)
  const made = await finish(dependencies, pending, new URL(context.req.url).search)
  const principal = await dependencies.authenticator.authenticate(`Bearer ${made.tokens.access}`)
  const refusal = await findRefusal(dependencies, principal)
  if (refusal !== undefined) throw new SluiceError(refusal)
  await requireStep(dependencies, pending, made, principal)
  const id = await consoleSessions.begin(made, principal, pending.replaces)
  setSessionCookie(context, id, Math.floor(sessionMs / 1_000))
  recordLogin(dependencies, principal, pending, context.get('requestId'))
  return pending.returnTo
}

/** A login is ended once: its cookie goes with the first answer. */
function takePending({ keyRing, clock }: LoginDependencies, context: Context<ServiceEnv>): PendingLogin {
  const sealed = readLoginCookie(context)
  clearLoginCookie(context)
  const pending = sealed === undefined ? undefined : unsealLogin(keyRing, sealed, clock.nowMs())
  if (pending === undefined) throw refused('This browser has begun no login, or too long ago.')
  return pending
}

async function finish({ provider }: LoginDependencies, pending: PendingLogin, query: string): Promise<MadeLogin> {
  try {
    return await provider.finish(pending, query)
  } catch (cause) {
    if (!(cause instanceof LoginRefused)) throw cause
    throw refused('The identity provider refused, or its answer is not to the login that this browser began.', cause)
  }
}

/** A step up is of the same person, and as fresh and strong as was asked for: else it would be asked for again. */
async function requireStep(
  { demands, clock, consoleSessions }: LoginDependencies,
  { stepUp: step, replaces }: PendingLogin,
  { authTime, acr }: MadeLogin,
  { tenant, sub }: Principal,
): Promise<void> {
  if (step === undefined) return
  const person = replaces === undefined ? undefined : await consoleSessions.personOf(replaces)
  if (person !== undefined && (person.tenant !== tenant || person.sub !== sub)) {
    throw refused('Somebody else has logged in than the one whose step this is.')
  }
  const demand = demands[step]
  const login = { ...(authTime === undefined ? {} : { authTime }), ...(acr === undefined ? {} : { acr }) }
  if (demand === undefined || meets(login, demand, clock.nowMs())) return
  throw refused('The identity provider has not made the login as fresh or strong as this step needs.')
}

/** That somebody is in goes on record. Without it they are in as well: they may have to stop somebody. */
function recordLogin(
  { outbox, clock, onUnrecorded }: LoginDependencies,
  { tenant, sub }: Principal,
  { stepUp }: PendingLogin,
  requestId: string,
): void {
  const record = createControlRecord({
    ...{ id: newId(), event: 'console.logged_in', severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
    ...{ actor: `user:${sub}`, tenant, sub, requestId },
    ...(stepUp === undefined ? {} : { details: { step_up: stepUp } }),
  })
  outbox.append(record).catch(onUnrecorded)
}

function refused(message: string, cause?: unknown): SluiceError {
  return new SluiceError({ code: 'token_invalid', message }, { cause })
}
