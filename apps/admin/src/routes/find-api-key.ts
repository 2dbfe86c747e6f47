import { type Principal, SluiceError } from '@sluice/contracts'
import type { ApiKeysRepository, StoredApiKey } from '@sluice/db'
import { type Caller, mayReach } from '../access-gate.ts'

/** Tells whether the caller may do to a key what it asks for. */
export function mayReachKey(caller: Caller, { tenant, sub, departments }: Owner): boolean {
  return mayReach(caller, { type: 'api-key', tenant, departments, isOwn: sub === caller.principal.sub })
}

/** Tells whether the caller may do it to every key of the tenant. */
export function mayReachAllKeys(caller: Caller): boolean {
  return mayReach(caller, { type: 'api-key', tenant: caller.principal.tenant, departments: [], isOwn: false })
}

/** Finds a key in reach of the caller. Throws `not_found`, also for one that is out of reach. */
export async function findApiKey(
  apiKeys: Pick<ApiKeysRepository, 'find'>,
  caller: Caller,
  id: string,
): Promise<StoredApiKey> {
  const key = await apiKeys.find({ tenant: caller.principal.tenant, id })
  if (key === undefined || !mayReachKey(caller, key)) throw new SluiceError('not_found')
  return key
}

/**
 * Who makes a key holds it, and so can act as its owner. A Dept Admin must not come to anything beyond their own
 * departments by that, nor to a role. Throws `action_not_permitted`.
 */
export function requireReach(caller: Caller, owner: Owner & Pick<Principal, 'roles'>): void {
  if (!mayReachKey(caller, owner)) throw new SluiceError('action_not_permitted')
  const { sub, departments } = caller.principal
  if (owner.sub === sub || mayReachAllKeys(caller)) return
  const isWithin = owner.departments.every((department) => departments.includes(department))
  if (isWithin && owner.roles.length === 0) return
  const message = 'The owner has a role, or is in a department that is not yours. Ask a CISO for this key.'
  throw new SluiceError({ code: 'action_not_permitted', message })
}

type Owner = Pick<StoredApiKey, 'tenant' | 'sub' | 'departments'>
