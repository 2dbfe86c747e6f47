import type { Principal } from '@sluice/contracts'
import { type KeptResponse, keptKeyOf, openKept } from '@sluice/pipeline'
import { permitsModel } from '../api-keys/permits-model.ts'
import type { Dependencies } from '../dependencies.ts'
import { recordIdOf } from './response-id.ts'

/**
 * A response that is kept for this user; undefined where it is nobody's, somebody else's, gone, or of a model that the
 * caller's API key does not permit. Rejects with `dependency_unavailable`.
 *
 * @param holdBytes charges what it takes to the caller, where the response stays in memory for the request.
 */
export async function findKept(
  { apiKeys, kept, keyRing }: Pick<Dependencies, 'apiKeys' | 'kept' | 'keyRing'>,
  principal: Principal,
  responseId: string,
  holdBytes?: (bytes: number) => void,
): Promise<KeptResponse | undefined> {
  if (recordIdOf(responseId) === undefined) return undefined
  const sealed = await kept.find(keptKeyOf(principal, responseId))
  if (sealed !== undefined) holdBytes?.(sealed.length)
  const found = sealed === undefined ? undefined : openKept(keyRing, principal, responseId, sealed)
  return found !== undefined && permitsModel(apiKeys.grantOf(principal), found.model) ? found : undefined
}
