import type { ServerResponse } from 'node:http'
import { type Principal, SluiceError } from '@sluice/contracts'
import { type LocalRequest, type ModelRequestKind, mayHoldFiles, type RemoteRequest } from '@sluice/pipeline'
import { parseBody } from '../bodies/parse-body.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { ExchangeLifetime } from './exchange-lifetime.ts'

/** What a body belongs to. */
export interface BodyOwner {
  readonly principal: Principal
  readonly lifetime: ExchangeLifetime
  readonly outgoing: ServerResponse
}

/**
 * Parses a body: a short one here, a long one or one with files in a thread, which holds it until it is masked or the
 * response ends.
 *
 * @throws SluiceError as `parseBody` and `BodyPool.open` do.
 */
export async function openBody<Kind extends ModelRequestKind>(
  { bodies, keyRing, limits }: Pick<Dependencies, 'bodies' | 'keyRing' | 'limits'>,
  bytes: Buffer,
  protocol: Protocol<Kind>,
  { principal: { tenant, sub }, lifetime, outgoing }: BodyOwner,
): Promise<(LocalRequest | RemoteRequest) & { readonly kind: Kind }> {
  const sealKey = keyRing.providerSealKey({ tenant, sub })
  const { name, kind } = protocol
  const isShort = bytes.byteLength <= limits.localBodyBytes && !mayHoldFiles(bytes)
  if (name === 'mcp' || isShort) return parseBody(protocol, bytes, sealKey)
  const owner = { user: `${tenant}\0${sub}`, sealKey }
  const { request, drop } = await bodies.open({ name, kind }, bytes, owner, lifetime.workSignal)
  outgoing.once('close', drop)
  if (!outgoing.closed) return request
  drop()
  throw new SluiceError('request_aborted')
}
