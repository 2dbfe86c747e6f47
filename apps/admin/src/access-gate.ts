import { type AccessScope, type Authenticator, findAccessRow, grantedScopes, permittedRoleNames } from '@sluice/auth'
import { type ErrorCode, type Principal, SluiceError } from '@sluice/contracts'
import { type ServiceEnv, setRequestLogFields, toSluiceError } from '@sluice/service-kit'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Who calls, and how far the table lets them reach at this endpoint. */
export interface Caller {
  readonly principal: Principal
  /** Never empty. */
  readonly scopes: ReadonlySet<AccessScope>
}

/** What an admin handler finds in its context. */
export interface AdminEnv extends ServiceEnv {
  Variables: ServiceEnv['Variables'] & { caller: Caller }
}

export interface GateParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly users: { find(tenant: string, sub: string): Promise<{ readonly active: boolean } | undefined> }
  readonly isFrozen: (user: { readonly tenant: string; readonly sub: string }) => Promise<boolean>
  /** Told of each caller that was not let in. */
  readonly onDenied: (denial: Denial) => void
}

export interface Denial {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route. */
  readonly route: string
  readonly code: ErrorCode
  /** Absent where the token was not good. */
  readonly principal?: Principal
}

/**
 * Lets in who the access table lets in: a good token, one of the endpoint's roles, a user who is active in the Users
 * store and not frozen. An endpoint without a row is closed to everyone.
 * Throws `token_missing`, `token_invalid`, `token_expired`, `action_not_permitted`, `user_not_active`,
 * `session_frozen`, or `dependency_unavailable` where one of these cannot be found out.
 */
export function gateByTable(parts: GateParts): MiddlewareHandler<AdminEnv> {
  return async (context, next) => {
    const route = endpointOf(context)
    // Nothing answers here: that is a 404 or 405, which tells no more than the documentation does.
    if (route === undefined) return await next()
    const denial = { requestId: context.get('requestId'), method: route.method, route: route.path }
    let principal: Principal | undefined
    try {
      principal = await parts.authenticator.authenticate(context.req.header('authorization'))
      setRequestLogFields(context, { tenant: principal.tenant, sub: principal.sub })
      const scopes = requireRole(route, principal)
      await requireActive(parts, principal)
      context.set('caller', { principal, scopes })
    } catch (error) {
      const { code } = toSluiceError(error)
      parts.onDenied({ ...denial, code, ...(principal && { principal }) })
      throw error
    }
    context.header('cache-control', 'no-store')
    await next()
  }
}

interface Endpoint {
  readonly method: string
  readonly path: string
}

function endpointOf(context: Context<AdminEnv>): Endpoint | undefined {
  return matchedRoutes(context).findLast(({ method }) => method !== 'ALL')
}

function requireRole({ method, path }: Endpoint, principal: Principal): ReadonlySet<AccessScope> {
  const row = findAccessRow(method, asTablePath(path))
  if (row === undefined) throw new SluiceError('action_not_permitted')
  const scopes = grantedScopes(row, principal.roles)
  if (scopes.size > 0) return scopes
  const message = `This needs the role ${listRoles(permittedRoleNames(row))}.`
  throw new SluiceError({ code: 'action_not_permitted', message })
}

async function requireActive({ users, isFrozen }: GateParts, { tenant, sub }: Principal): Promise<void> {
  const [user, frozen] = await Promise.all([users.find(tenant, sub), isFrozen({ tenant, sub })])
  if (!user?.active) throw new SluiceError('user_not_active')
  if (frozen) throw new SluiceError({ code: 'session_frozen', message: 'You are frozen. Ask your security team.' })
}

const listRoles = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

/** From `/admin/sessions/:id`, as the router writes it, to `/admin/sessions/{id}`. */
export function asTablePath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
