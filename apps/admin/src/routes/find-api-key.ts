import { SluiceError } from '@sluice/contracts'
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

type Owner = Pick<StoredApiKey, 'tenant' | 'sub' | 'departments'>
