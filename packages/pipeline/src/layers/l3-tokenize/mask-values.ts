import type { EntityFinding, EntityType, PolicyViolation } from '@sluice/contracts'
import type { SensitiveValue } from '@sluice/token-vault'
import type { LocalRequest, MaskingKeys } from '../../request/index.ts'
import { severityOf } from '../../run/severity-of-level.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import type { SentBefore } from '../../sent/index.ts'
import { findDeliveredWith } from './delivered-spans.ts'
import type { SentEarlier } from './late-values.ts'
import { maskSteps } from './mask-request.ts'
import { TokenMint } from './token-mint.ts'

/** A request without its sensitive values, and how many of them were replaced, by type. */
interface Masking {
  readonly request: LocalRequest
  readonly violations: readonly PolicyViolation[]
}

interface Tokenized extends Masking {
  readonly restorations: ReadonlyMap<string, SensitiveValue>
  readonly sentBefore?: SentBefore
}

/**
 * Puts a token of the session in the place of each value. Throws `request_too_large` for too many different values.
 *
 * @param sent what the session has sent before, where its texts are to keep the bytes that they had.
 */
export function* tokenizeSteps(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: Pick<MaskingKeys, 'tokenKey' | 'delivered'>,
  sent?: SentEarlier,
): SlicedWork<Tokenized> {
  const tokens = new TokenMint(keys)
  const findDelivered = findDeliveredWith(keys, keys.delivered)
  const masked = yield* maskSteps(request, findings, (value) => tokens.tokenOf(value), { findDelivered, sent })
  return { ...masked, violations: violationsOf(tokens.minted.values()), restorations: tokens.minted }
}

/** Puts the type in the place of each value. */
export function* generalizeSteps(request: LocalRequest, findings: readonly EntityFinding[]): SlicedWork<Masking> {
  const replaced = new Map<string, SensitiveValue>()
  const masked = yield* maskSteps(request, findings, (value) => {
    replaced.set(`${value.entity}\0${value.value}`, value)
    return value.entity
  })
  return { request: masked.request, violations: violationsOf(replaced.values()) }
}

function violationsOf(values: Iterable<SensitiveValue>): PolicyViolation[] {
  const types = new Map<EntityType, { count: number; level: number }>()
  for (const { entity, level } of values) {
    const known = types.get(entity) ?? { count: 0, level }
    types.set(entity, { count: known.count + 1, level: Math.max(level, known.level) })
  }
  return [...types].map(([entity, { count, level }]) => ({
    policy_id: `mask-${entity.toLowerCase().replaceAll('_', '-')}`,
    layer: 'L3',
    action: 'masked',
    severity: severityOf(level),
    message:
      count === 1 ? `1 value of type ${entity} was replaced.` : `${count} values of type ${entity} were replaced.`,
  }))
}
