import type { ServerResponse } from 'node:http'
import { ERRORS, type Principal, SluiceError } from '@sluice/contracts'
import type { ModelRequestKind } from '@sluice/pipeline'
import { refusalOfUser } from '@sluice/policy'
import { type ServiceEnv, setRequestLogFields, toSluiceError } from '@sluice/service-kit'
import type { Context } from 'hono'
import { requireWire } from '../api-keys/require-wire.ts'
import type { Dependencies } from '../dependencies.ts'
import { strangerFrom } from '../observation/request-observer.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { QuotaUse } from '../quotas/quota-use.ts'
import { beginUse } from './begin-use.ts'
import { type CredentialHeader, readCredentials } from './credentials.ts'

export type CallerDependencies = Pick<
  Dependencies,
  'apiKeys' | 'authenticator' | 'clock' | 'limits' | 'policies' | 'quotas' | 'refusals' | 'sessions' | 'users'
>

interface KnownCaller {
  readonly principal: Principal
  readonly use: QuotaUse
  readonly outgoing: ServerResponse
}

/** What is asked, as far as credentials go. Without a name every wire has it. */
interface AskedWire {
  readonly credentials: readonly CredentialHeader[]
  readonly name?: Protocol<ModelRequestKind>['name']
}

/**
 * Who asks, where no model is asked: a user with a good token, within the quotas, active and not frozen.
 *
 * Who is refused is counted for the record.
 *
 * @throws SluiceError as the authenticator and the quotas do, `action_not_permitted` where the caller's API key does
 *   not permit the wire, `user_not_active`, `session_frozen`.
 */
export async function requireKnownCaller(
  dependencies: CallerDependencies,
  context: Context<ServiceEnv>,
  wire: AskedWire,
): Promise<KnownCaller> {
  const { apiKeys, authenticator, refusals } = dependencies
  const address = context.env.incoming?.socket.remoteAddress
  let caller = strangerFrom(address)
  try {
    const credentials = readCredentials((name) => context.req.header(name), wire.credentials)
    const principal = await authenticator.authenticate(credentials)
    const { tenant, sub } = principal
    caller = { tenant, sub }
    setRequestLogFields(context, caller)
    const { outgoing } = context.env
    if (!outgoing) throw new SluiceError('internal_error')
    const use = await beginUse(dependencies, context, principal)
    if (wire.name !== undefined) requireWire(apiKeys.grantOf(principal), wire.name)
    await requireActive(dependencies, principal)
    return { principal, use, outgoing }
  } catch (error) {
    const { code } = toSluiceError(error)
    if (ERRORS[code].status < 500 && code !== 'request_aborted') refusals.count({ ...caller, code })
    throw error
  }
}

async function requireActive({ sessions, users }: CallerDependencies, principal: Principal): Promise<void> {
  const [user] = await Promise.all([users.find(principal.tenant, principal.sub), sessions.requireUnstopped(principal)])
  const refusal = refusalOfUser(user)
  if (refusal !== undefined) throw new SluiceError(refusal)
}
