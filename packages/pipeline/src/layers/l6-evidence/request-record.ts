import { hash } from 'node:crypto'
import { countEvents, encodeRequestFacts, type RequestFacts, type StoredRequest } from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import type { Ending, Exchange } from '../../layer.ts'
import type { DeliveredDigest } from './delivered-answer.ts'

/** 256 bits, so that what a commitment hides cannot be found by trial. */
export const SALT_BYTES = 32

/** More texts than this share one digest: a batch of 2,048 vectors would leave 170 KB. */
const MAX_LISTED_DIGESTS = 8

/**
 * Makes the record of a request. The facts stand in it once, in the clear. The opening is the salt, a dot, and the
 * digests of what was delivered as JSON, or where they are many, their number and the digest of that JSON. It is
 * sealed, because the digest of a short answer can be found by trial.
 *
 * The commitment is SHA-256 over the opening, a line feed and the letters of the facts. Who may open it can prove both;
 * it says nothing to others. It covers letters, so no reader has to write the same JSON again.
 *
 * @param model the model as it may be recorded.
 */
export function makeRequestRecord(
  exchange: Exchange,
  ending: Ending,
  delivered: readonly DeliveredDigest[],
  model: string,
  keyRing: KeyRing,
  salt: Uint8Array,
): StoredRequest {
  const { origin, runtime } = exchange
  const { principal, session } = origin
  const { tenant, sub } = principal
  const known = factsOf(exchange, ending, model)
  const facts = encodeRequestFacts(known)
  const opening = `${Buffer.from(salt).toString('base64url')}.${deliveredText(delivered)}`
  return {
    ...{ kind: 'request', tenant, sub, session_id: session.id, events: countEvents(known.layers), facts },
    commitment: hash('sha256', `${opening}\n${facts}`, 'base64url'),
    sealed_opening: keyRing.seal({ purpose: 'evidence', tenant }, opening, runtime.recordId),
  }
}

function deliveredText(delivered: readonly DeliveredDigest[]): string {
  const list = JSON.stringify(delivered.map(({ choice, path, sha256 }) => [choice, path, sha256]))
  const { length: count } = delivered
  return count <= MAX_LISTED_DIGESTS ? list : JSON.stringify({ count, sha256: hash('sha256', list, 'base64url') })
}

function factsOf(exchange: Exchange, { outcome, code }: Ending, model: string): RequestFacts {
  const { events, violations, cacheHit, alerts } = exchange.account()
  const { action, tile, endpoint } = exchange.facts
  const { origin, runtime } = exchange
  return {
    kind: 'request',
    id: runtime.recordId,
    request_id: origin.requestId,
    time_ms: Math.trunc(runtime.clock.nowMs()),
    tenant: origin.principal.tenant,
    sub: origin.principal.sub,
    session_id: origin.session.id,
    model,
    policy_version: runtime.policy.version,
    outcome,
    ...(code === undefined ? {} : { code }),
    ...(action === undefined ? {} : { action: action.category }),
    ...(tile === undefined ? {} : { tile }),
    ...(endpoint === undefined ? {} : { endpoint }),
    cache_hit: cacheHit,
    layers: [...events],
    violations: [...violations],
    ...(alerts.length === 0 ? {} : { alerts: [...alerts] }),
    ...(origin.reason === undefined ? {} : { reason: origin.reason }),
  }
}
