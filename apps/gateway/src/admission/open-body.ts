import type { ServerResponse } from 'node:http'
import { CHAT_LIMITS, type Principal, SluiceError } from '@sluice/contracts'
import type { LocalRequest, ModelRequestKind, RemoteRequest } from '@sluice/pipeline'
import { parseJsonBody } from '@sluice/service-kit'
import type { Dependencies } from '../dependencies.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { ExchangeLifetime } from './exchange-lifetime.ts'

/** What a body belongs to. */
interface BodyOwner {
  readonly principal: Principal
  readonly lifetime: ExchangeLifetime
  readonly outgoing: ServerResponse
}

/**
 * Parses a body: a short one here, a long one in a thread, which holds it until it is masked or the response ends.
 *
 * @throws SluiceError `invalid_encoding`, `invalid_json`, `request_too_deep`, as the protocol's `parse` does, and as
 *   `BodyPool.open` does.
 */
export async function openBody<Kind extends ModelRequestKind>(
  { bodies, limits }: Pick<Dependencies, 'bodies' | 'limits'>,
  bytes: Buffer,
  protocol: Protocol<Kind>,
  { principal: { tenant, sub }, lifetime, outgoing }: BodyOwner,
): Promise<(LocalRequest | RemoteRequest) & { readonly kind: Kind }> {
  if (bytes.byteLength <= limits.localBodyBytes) return protocol.parse(parseJsonBody(bytes, CHAT_LIMITS.depth))
  const { request, drop } = await bodies.open(protocol, bytes, `${tenant}\0${sub}`, lifetime.workSignal)
  outgoing.once('close', drop)
  if (!outgoing.closed) return request
  drop()
  throw new SluiceError('request_aborted')
}
