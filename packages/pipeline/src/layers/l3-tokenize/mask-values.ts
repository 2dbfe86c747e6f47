import type { EntityFinding, EntityType, PolicyViolation } from '@sluice/contracts'
import type { SensitiveValue } from '@sluice/token-vault'
import { isWholeDate } from '../../dates/index.ts'
import type { LocalRequest, MaskingKeys } from '../../request/index.ts'
import { severityOf } from '../../run/severity-of-level.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import type { SentBefore } from '../../sent/index.ts'
import { ChangedValues } from './changed-values.ts'
import { findDeliveredWith } from './delivered-spans.ts'
import { findingsToChange, wasSentBefore, withToken } from './findings-to-change.ts'
import { generalizeValue } from './generalize-value.ts'
import type { SentEarlier } from './late-values.ts'
import { maskSteps } from './mask-request.ts'
import { TokenMint } from './token-mint.ts'

/** A request without its sensitive values, and how many of them were replaced, by type. */
interface Masking {
  readonly request: LocalRequest
  readonly violations: readonly PolicyViolation[]
}

/**
 * Puts a token of the session in the place of each value, or what it is changed to. Throws `request_too_large` for too
 * many different values.
 *
 * @param sent what the session has sent before, where its texts are to keep the bytes that they had.
 */
export function* tokenizeSteps(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: Pick<MaskingKeys, 'tokenKey' | 'delivered' | 'changes'>,
  sent?: SentEarlier,
): SlicedWork<TokenizedRequest> {
  const tokens = new TokenMint(keys)
  const changed = new ChangedValues(keys)
  const { changes } = keys
  const ready =
    changes === undefined
      ? findings.map(withToken)
      : yield* findingsToChange(request, findings, changed, changes.sentItems)
  const masked = yield* maskSteps(request, ready, (value) => changed.textOf(value) ?? tokens.tokenOf(value), {
    findDelivered: findDeliveredWith(keys, keys.delivered, (date) => changed.shift(date)),
    isOccurrence: ({ replace }, { start, end }, { text, path }) =>
      replace === undefined ||
      (changes !== undefined &&
        !wasSentBefore(path, changes.sentItems) &&
        (replace !== 'shift' || isWholeDate(text, start, end))),
    sent,
  })
  return {
    ...masked,
    violations: violationsOf([...tokens.minted.values(), ...changed.values()]),
    restorations: new Map([...tokens.minted, ...changed.restorations]),
    shifted: changed.shifted,
  }
}

/** A request whose values got tokens, or another form. */
interface TokenizedRequest extends Masking {
  readonly restorations: ReadonlyMap<string, SensitiveValue>
  /** Dates as they leave, with their names among the restorations. */
  readonly shifted: ReadonlyMap<string, string>
  /** Which of its texts the session has sent before. */
  readonly sentBefore?: SentBefore
}

/** Puts the type in the place of each value, or what it is when it is told less exactly. */
export function* generalizeSteps(request: LocalRequest, findings: readonly EntityFinding[]): SlicedWork<Masking> {
  const replaced = new Map<string, SensitiveValue>()
  const masked = yield* maskSteps(request, findings, (value) => {
    replaced.set(`${value.entity}\0${value.value}`, value)
    const general = value.replace === 'generalize' ? generalizeValue(value.entity, value.value) : undefined
    return general ?? value.entity
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
