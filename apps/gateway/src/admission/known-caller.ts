import { type Principal, SluiceError } from '@sluice/contracts'
import { refusalOfUser } from '@sluice/policy'
import { type ServiceEnv, setRequestLogFields } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import type { QuotaUse } from '../quotas/quota-use.ts'
import { beginUse } from './begin-use.ts'
import { type CredentialHeader, readCredentials } from './credentials.ts'

export type CallerDependencies = Pick<
  Dependencies,
  'authenticator' | 'clock' | 'policies' | 'quotas' | 'sessions' | 'users'
>

interface KnownCaller {
  readonly principal: Principal
  readonly use: QuotaUse
}

/**
 * Who asks, where no model is asked: a user with a good token, within the quotas, active and not frozen.
 *
 * @throws SluiceError as the authenticator and the quotas do, `user_not_active`, `session_frozen`.
 */
export async function requireKnownCaller(
  dependencies: CallerDependencies,
  context: Context<ServiceEnv>,
  accepted: readonly CredentialHeader[],
): Promise<KnownCaller> {
  const { authenticator, sessions, users } = dependencies
  const credentials = readCredentials((name) => context.req.header(name), accepted)
  const principal = await authenticator.authenticate(credentials)
  setRequestLogFields(context, { tenant: principal.tenant, sub: principal.sub })
  const use = await beginUse(dependencies, context, principal)
  const [user, { freezeState }] = await Promise.all([
    users.find(principal.tenant, principal.sub),
    sessions.findUser(principal),
  ])
  const refusal = refusalOfUser(user, freezeState?.state === 'frozen')
  if (refusal !== undefined) throw new SluiceError(refusal)
  return { principal, use }
}
