import type { KeyObject } from 'node:crypto'
import { CHAT_LIMITS } from '@sluice/contracts'
import { type LocalRequest, type ModelRequestKind, openSeals } from '@sluice/pipeline'
import { parseJsonBody } from '@sluice/service-kit/json'
import { readSeal } from '@sluice/token-vault'
import type { Protocol } from '../protocols/protocol.ts'

/**
 * Reads the body of a request, and takes the marks off what providers have sealed for this user.
 *
 * @param sealKey of the user, as `KeyRing.providerSealKey` gives it.
 * @throws SluiceError `invalid_encoding`, `invalid_json`, `request_too_deep`, and as the protocol's `parse` does.
 */
export function parseBody<Kind extends ModelRequestKind>(
  protocol: Protocol<Kind>,
  bytes: Buffer,
  sealKey: KeyObject,
): LocalRequest & { readonly kind: Kind } {
  const request = protocol.parse(parseJsonBody(bytes, CHAT_LIMITS.depth))
  return openMarks(request, sealKey)
}

/** Takes the marks off what providers have sealed for the user whose key it is. */
export function openMarks<Request extends LocalRequest>(request: Request, sealKey: KeyObject): Request {
  return openSeals(request, (marked, covered) => readSeal(sealKey, marked, covered))
}
