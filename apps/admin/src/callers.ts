import type { Authenticator, Login } from '@sluice/auth'
import type { Principal } from '@sluice/contracts'
import type { Context } from 'hono'
import type { ConsoleCallers } from './console/console-callers.ts'

interface CallerSources {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'loginOf'>
  /** Undefined where there is no console. */
  readonly consoleCallers: Pick<ConsoleCallers, 'find'> | undefined
}

/** Who calls, and how that person has logged in: at the provider, and by a security key where they did. */
interface IdentifiedCaller {
  readonly principal: Principal
  readonly logins: readonly Login[]
}

/**
 * Finds who calls: by the bearer token, or where there is none by the session of the console. Either gives the same
 * principal. Throws `token_missing`, `token_invalid`, `token_expired`, `action_not_permitted` for a cookie that another
 * site sends, `session_frozen`, or `dependency_unavailable`.
 */
export async function identifyCaller(
  { authenticator, consoleCallers }: CallerSources,
  context: Context,
): Promise<IdentifiedCaller> {
  const authorization = context.req.header('authorization')
  if (authorization === undefined) {
    const caller = await consoleCallers?.find(context)
    if (caller !== undefined) {
      const { principal, login, keyLogin } = caller
      return { principal, logins: keyLogin === undefined ? [login] : [login, keyLogin] }
    }
  }
  const principal = await authenticator.authenticate(authorization)
  return { principal, logins: [authenticator.loginOf(principal)] }
}
