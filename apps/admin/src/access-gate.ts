import { type Principal, SluiceError } from '@sluice/contracts'
import {
  type AdminAction,
  type AdminResource,
  type PolicySnapshot,
  permittedRoleNames,
  refusalOfUser,
} from '@sluice/policy'
import { type ServiceEnv, setRequestLogFields, toSluiceError } from '@sluice/service-kit'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { identifyCaller } from './callers.ts'
import type { Dependencies } from './dependencies.ts'
import { requireLogin } from './step-up.ts'

/** A caller who has passed the gate, with the action of the endpoint. Its reach is asked for each resource. */
export interface Caller {
  readonly principal: Principal
  readonly action: AdminAction
  readonly policy: PolicySnapshot
}

/** The policy ids of a refusal that no policy states, and of one for want of an answer: see docs/policy.md. */
const DEFAULT_DENY = 'default-deny'
const NO_ANSWER = 'policy-error'

/** What an admin handler finds in its context. */
export interface AdminEnv extends ServiceEnv {
  Variables: ServiceEnv['Variables'] & { caller: Caller }
}

type GateDependencies = Pick<
  Dependencies,
  'activeUsers' | 'authenticator' | 'clock' | 'consoleCallers' | 'onDenied' | 'policies' | 'sessions' | 'stepUp'
>

/** Finds the action that an endpoint names; undefined where none does. `path` as the router writes it. */
type FindAction = (method: string, path: string) => AdminAction | undefined

/**
 * Admits a caller with a valid token, or a session of the console, to whom the policy permits the endpoint's action,
 * who is active in the Users store and not frozen. An endpoint without an action is closed to everyone.
 * Throws `token_missing`, `token_invalid`, `token_expired`, `action_not_permitted`, `user_not_active`,
 * `session_frozen`, `insufficient_user_authentication`, or `dependency_unavailable` where one of these cannot be found
 * out.
 */
export function gateByPolicy(dependencies: GateDependencies, findAction: FindAction): MiddlewareHandler<AdminEnv> {
  const { clock, policies, onDenied, stepUp } = dependencies
  return async (context, next) => {
    const endpoint = endpointOf(context)
    // No route answers here. The 404 or 405 says no more than the documentation does.
    if (endpoint === undefined) return await next()
    const { method, path } = endpoint
    let principal: Principal | undefined
    try {
      const caller = await identifyCaller(dependencies, context)
      principal = caller.principal
      setRequestLogFields(context, { tenant: principal.tenant, sub: principal.sub })
      const policy = policies.current(principal.tenant)
      const action = requirePermit(policy, principal, findAction(method, path))
      await requireActive(dependencies, principal)
      requireLogin(stepUp, action, caller.logins, clock)
      context.set('caller', { principal, action, policy })
    } catch (error) {
      const { code } = toSluiceError(error)
      const requestId = context.get('requestId')
      const address = context.env?.incoming?.socket.remoteAddress
      onDenied({ requestId, method, route: path, code, address, ...(principal && { principal }) })
      throw error
    }
    await next()
    if (context.error === undefined) return
    const { code } = toSluiceError(context.error)
    if (code !== 'action_not_permitted') return
    onDenied({ requestId: context.get('requestId'), method, route: path, code, principal, inHandler: true })
  }
}

/** Tells whether the caller may do to this resource what it asks for. */
export function mayReach({ policy, principal, action }: Caller, resource: AdminResource): boolean {
  return policy.decide({ principal, action, resource }).effect === 'permit'
}

function endpointOf(context: Context<AdminEnv>): { readonly method: string; readonly path: string } | undefined {
  return matchedRoutes(context).findLast(({ method }) => method !== 'ALL')
}

function requirePermit(policy: PolicySnapshot, principal: Principal, action: AdminAction | undefined): AdminAction {
  if (action === undefined) throw new SluiceError('action_not_permitted')
  const { effect, policyIds } = policy.decide({ principal, action })
  if (effect === 'permit') return action
  // Nobody's role is at fault where the engine gives no answer.
  if (policyIds.includes(NO_ANSWER)) throw new SluiceError('dependency_unavailable')
  const message = policyIds.includes(DEFAULT_DENY)
    ? `This needs the role ${list(permittedRoleNames(action), 'disjunction')}.`
    : `Forbidden by ${list(policyIds, 'conjunction')}.`
  throw new SluiceError({ code: 'action_not_permitted', message })
}

async function requireActive(dependencies: GateDependencies, principal: Principal): Promise<void> {
  const refusal = await findRefusal(dependencies, principal)
  if (refusal?.code === 'session_frozen') {
    throw new SluiceError({ code: refusal.code, message: 'You are frozen. Ask your security team.' })
  }
  if (refusal !== undefined) throw new SluiceError(refusal)
}

/** Says why somebody may do nothing here at all; undefined for a user who is active and not frozen. */
export async function findRefusal(
  { activeUsers, sessions }: Pick<GateDependencies, 'activeUsers' | 'sessions'>,
  { tenant, sub }: Pick<Principal, 'tenant' | 'sub'>,
): Promise<ReturnType<typeof refusalOfUser>> {
  const [user, { freezeState }] = await Promise.all([activeUsers.find(tenant, sub), sessions.findUser({ tenant, sub })])
  return refusalOfUser(user, freezeState?.state === 'frozen')
}

function list(names: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en', { type }).format(names)
}
