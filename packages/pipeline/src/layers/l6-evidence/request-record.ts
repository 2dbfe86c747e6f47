import { hash } from 'node:crypto'
import type { RequestRecord } from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import type { Ending, Exchange } from '../../layer.ts'
import type { DeliveredDigest } from './delivered-answer.ts'

/** 256 bits, so that the facts behind a commitment cannot be found by trial. */
export const SALT_BYTES = 32

/**
 * Makes the record of a request. The facts are the record's own members and the digests of what was delivered. The
 * commitment is `sha256:` over salt and facts as JSON. The sealed opening holds both: the salt in base64url, a dot, and
 * the facts character by character. Who may open it can prove the facts; they stay hidden from everybody else. The
 * commitment covers the characters, so no reader has to write the same JSON again.
 */
export function makeRequestRecord(
  exchange: Exchange,
  ending: Ending,
  delivered: readonly DeliveredDigest[],
  keyRing: KeyRing,
  salt: Uint8Array,
): RequestRecord {
  const facts = factsOf(exchange, ending)
  const json = JSON.stringify({ ...facts, delivered })
  const opening = `${Buffer.from(salt).toString('base64url')}.${json}`
  return {
    ...facts,
    commitment: `sha256:${hash('sha256', Buffer.concat([salt, Buffer.from(json, 'utf8')]), 'hex')}`,
    sealed_opening: keyRing.seal({ purpose: 'evidence', tenant: facts.tenant }, opening, facts.request_id),
  }
}

function factsOf(exchange: Exchange, { outcome, code }: Ending): Omit<RequestRecord, 'commitment' | 'sealed_opening'> {
  const { events, violations, cacheHit } = exchange.account()
  const { action, tile, endpoint } = exchange.facts
  const { origin, runtime } = exchange
  return {
    kind: 'request',
    version: 1,
    request_id: origin.requestId,
    time_ms: Math.trunc(runtime.clock.nowMs()),
    tenant: origin.principal.tenant,
    sub: origin.principal.sub,
    session_id: origin.session.id,
    model: origin.request.body.model,
    policy_version: runtime.policy.version,
    outcome,
    ...(code === undefined ? {} : { code }),
    ...(action === undefined ? {} : { action: action.category }),
    ...(tile === undefined ? {} : { tile }),
    ...(endpoint === undefined ? {} : { endpoint }),
    cache_hit: cacheHit,
    layers: [...events],
    violations: [...violations],
  }
}
