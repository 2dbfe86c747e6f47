import type { Principal } from '@sluice/contracts'
import { type KeptResponse, keptKeyOf, openKept, sessionIdOfKept } from '@sluice/pipeline'
import { type KeptReader, waitForKeptTurn } from '../admission/request-turns.ts'
import { permitsModel } from '../api-keys/permits-model.ts'
import type { Dependencies } from '../dependencies.ts'
import { recordIdOf } from './response-id.ts'

/** A kept response, and how long it is as it is stored, in characters. */
export interface FoundResponse extends KeptResponse {
  readonly sealedLength: number
}

/**
 * A response that is kept for this user; undefined where it is nobody's, somebody else's, gone, or of a model that the
 * caller's API key does not permit. Rejects with `dependency_unavailable`.
 *
 * @param holdBytes charges what it takes to the caller, where the response stays in memory for the request.
 */
export async function findKept(
  {
    apiKeys,
    clock,
    kept,
    keyRing,
    sessionKeys,
  }: Pick<Dependencies, 'apiKeys' | 'clock' | 'kept' | 'keyRing' | 'sessionKeys'>,
  reader: KeptReader & { readonly principal: Principal },
  responseId: string,
  holdBytes?: (bytes: number) => void,
): Promise<FoundResponse | undefined> {
  const { principal } = reader
  if (recordIdOf(responseId) === undefined) return undefined
  const sealed = await kept.find(keptKeyOf(principal, responseId))
  if (sealed === undefined) return undefined
  holdBytes?.(sealed.length)
  await sessionKeys.load({ ...principal, sessionId: sessionIdOfKept(sealed) })
  await waitForKeptTurn(reader, clock, sealed.length)
  const found = openKept(keyRing, principal, responseId, sealed)
  if (found === undefined || !permitsModel(apiKeys.grantOf(principal), found.model)) return undefined
  return { ...found, sealedLength: sealed.length }
}
