import type { Context } from 'hono'
import { type AdminEnv, mayReach } from '../access-gate.ts'
import type { Author } from '../policies/change-policies.ts'

/** The caller as the author of a change of policies. */
export function authorOf(context: Context<AdminEnv>): Author {
  const caller = context.get('caller')
  const { principal } = caller
  return {
    principal,
    mayChange: (isMutable) => mayReach(caller, { type: 'policy', tenant: principal.tenant, isMutable }),
    requestId: context.get('requestId'),
  }
}
