import { hash } from 'node:crypto'
import {
  apiKeyOf,
  countEvents,
  encodeRequestFacts,
  lowestPermitted,
  type PolicyViolation,
  type RequestEvidence,
  type RequestFacts,
  type RequestUsage,
  type ResidualTypes,
  type StoredRequest,
  type Threat,
  writeRequestOpening,
} from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import type { Ending, Exchange } from '../../layer.ts'
import type { Mask } from '../../ports/mask-pool.ts'
import type { DeliveredDigest } from './delivered-answer.ts'
import type { HiddenLevels } from './hidden-levels.ts'

/** 256 bits, so that what a commitment hides cannot be found by trial. */
export const KEY_BYTES = 32

/** More texts than this share one digest: a batch of 2,048 vectors would leave 170 KB. */
const MAX_LISTED_DIGESTS = 8

/** The one number that is committed to is s + 8r. */
const RESTORED_WEIGHT = 8

/** The digest of no bytes. */
const NOTHING_SENT = hash('sha256', '', 'base64url')

/** What is known of a request when its record is made. */
export interface RecordedRequest {
  readonly exchange: Exchange
  readonly ending: Ending
  readonly delivered: readonly DeliveredDigest[]
  /** The model as it may be recorded. */
  readonly model: string
  readonly levels: HiddenLevels
  /** Names the basis of the caller's clearance. */
  readonly basis: string
  /** The digest of the restored tokens. */
  readonly restored: string
}

/** What the commitments of one record are made with; none of it is used a second time. */
interface RecordSecrets {
  readonly keyRing: KeyRing
  readonly mask: Mask
  /** 32 random bytes. */
  readonly key: Uint8Array
}

/**
 * Makes the record of a request. The facts stand in it once, in the clear; among them the commitment to the request's
 * hidden levels. What opens that and every salted digest that the trail will publish is sealed, with the digests of
 * what was sent, restored and delivered: the digest of a short answer can be found by trial.
 *
 * The commitment of the record is SHA-256 over the opening, a line feed and the letters of the facts. Who may open it
 * can prove both; it says nothing to others. It covers letters, so no reader has to write the same JSON again.
 */
export function makeRequestRecord(request: RecordedRequest, { keyRing, mask, key }: RecordSecrets): StoredRequest {
  const { exchange, delivered, restored } = request
  const { tenant, sub } = exchange.origin.principal
  const known = factsOf(request, mask)
  const facts = encodeRequestFacts(known)
  const opening = writeRequestOpening({
    ...{ key: Buffer.from(key).toString('base64url'), value: mask.value, blinding: mask.blinding },
    prompt: exchange.disclosed.sent?.digest() ?? NOTHING_SENT,
    ...{ restored, delivered: deliveredText(delivered) },
  })
  return {
    ...{ kind: 'request', tenant, sub, session_id: exchange.origin.session.id },
    ...{ events: countEvents(known.layers), facts },
    commitment: hash('sha256', `${opening}\n${facts}`, 'base64url'),
    sealed_opening: keyRing.seal({ purpose: 'evidence', tenant }, opening, exchange.runtime.recordId),
  }
}

function deliveredText(delivered: readonly DeliveredDigest[]): string {
  const list = JSON.stringify(delivered.map(({ choice, path, sha256 }) => [choice, path, sha256]))
  const { length: count } = delivered
  return count <= MAX_LISTED_DIGESTS ? list : JSON.stringify({ count, sha256: hash('sha256', list, 'base64url') })
}

function factsOf(request: RecordedRequest, mask: Mask): RequestFacts {
  const { exchange, model, levels } = request
  const { outcome, code } = request.ending
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
    ...usageOf(exchange, cacheHit, model),
    layers: [...events],
    violations: [...violations, ...inventedTokens(exchange), ...levels.faults],
    ...(alerts.length === 0 ? {} : { alerts: [...alerts] }),
    ...(origin.reason === undefined ? {} : { reason: origin.reason }),
    ...residualTypes(exchange),
    ...threatsOf(exchange),
    evidence: evidenceOf(request, mask),
  }
}

/** An answer from the cache has cost nothing. Its model has the recorded name: an endpoint serves it by that. */
function usageOf({ facts, origin }: Exchange, cacheHit: boolean, model: string): { readonly usage?: RequestUsage } {
  const { client, departments } = origin.principal
  const used = facts.usage?.()
  if (used === undefined && !cacheHit) return {}
  const apiKey = apiKeyOf(client)
  const { cachedInput = 0, currency } = used ?? {}
  return {
    usage: {
      ...{ model: used?.model ?? model, input_tokens: used?.input ?? 0, output_tokens: used?.output ?? 0 },
      ...(cachedInput === 0 ? {} : { cached_tokens: cachedInput }),
      ...{ cost_micros: used?.costMicros ?? 0, estimated: used?.isEstimated ?? false },
      ...(currency === undefined ? {} : { currency }),
      departments: departments.toSorted(),
      ...(apiKey === undefined ? {} : { api_key: apiKey }),
    },
  }
}

/** Tokens of the answer that the model made up, or altered beyond recognition, or that are another session's. */
function inventedTokens({ disclosed }: Exchange): PolicyViolation[] {
  const { invented = 0 } = disclosed.restored ?? {}
  if (invented === 0) return []
  const message =
    invented === 1
      ? '1 token of the answer is none of the session and was left as it is.'
      : `${invented} tokens of the answer are none of the session and were left as they are.`
  return [{ policy_id: 'invented-token', layer: 'L4', action: 'observed', severity: 'low', message }]
}

/** Null where nobody has looked a second time. */
function residualCount(types: ResidualTypes | undefined): number | null {
  return types === undefined ? null : Object.values(types).reduce((sum, count) => sum + count, 0)
}

function residualTypes({ facts: { residual } }: Exchange): { readonly residual?: ResidualTypes } {
  return residual === undefined || Object.keys(residual).length === 0 ? {} : { residual }
}

/** Where L1 has seen signs of an attack; nothing of what stands there. */
function threatsOf({ facts: { threats = [] } }: Exchange): { readonly threats?: Threat[] } {
  return threats.length === 0 ? {} : { threats: threats.map(({ kind: _, ...threat }) => threat) }
}

function evidenceOf({ exchange, levels, basis }: RecordedRequest, mask: Mask): RequestEvidence {
  const endpoints = [...exchange.disclosed.endpoints]
  return {
    ...{ kind: levels.kind, basis, endpoints, permitted: lowestPermitted(endpoints) },
    residual: residualCount(exchange.facts.residual),
    ...{ masked: mask.masked, shift: mask.shiftTo(levels.sensitivity + RESTORED_WEIGHT * levels.restored) },
  }
}
