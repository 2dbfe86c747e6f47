import { trailRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import type { MixedReply } from './mixed-process.ts'

/** What had to be written against what was. */
export interface Balance {
  readonly answered: number
  /** Answered, and not in the trail. */
  readonly lost: number
  /** In the trail more than once. */
  readonly doubled: number
  readonly refused: number
  /** Refusals with a record of their own, and those that records count. */
  readonly refusedKept: number
  readonly uncertain: number
  /** Freezes that were answered, and those in the trail. */
  readonly freezes: number
  readonly freezesKept: number
}

/**
 * Adds up the trail.
 *
 * @param freezes that were carried out.
 */
export function balanceOf(
  { acknowledged, uncertain, refused }: Pick<MixedReply, 'acknowledged' | 'uncertain' | 'refused'>,
  freezes: number,
  rows: readonly Pick<AuditRow, 'requestId' | 'record'>[],
): Balance {
  const names = rows.flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId]))
  const distinct = new Set(names)
  const asked = new Set([...acknowledged, ...refused, ...uncertain])
  const records = rows.map(({ record }) => trailRecordSchema.parse(record))
  const counted = records.reduce((sum, record) => sum + (record.kind === 'refusals' ? record.count : 0), 0)
  const perName = new Map<string, number>()
  for (const name of names) if (asked.has(name)) perName.set(name, (perName.get(name) ?? 0) + 1)
  return {
    answered: acknowledged.length,
    lost: acknowledged.filter((name) => !distinct.has(name)).length,
    doubled: [...perName.values()].filter((times) => times > 1).length,
    refused: refused.length,
    refusedKept: refused.filter((name) => distinct.has(name)).length + counted,
    uncertain: uncertain.length,
    freezes,
    freezesKept: records.filter((record) => record.kind === 'control' && record.event === 'user.frozen').length,
  }
}

/** What does not balance; empty where all does. Requests that were left may have been refused, and are counted so. */
export function balanceFaults({ lost, doubled, refused, refusedKept, freezes, freezesKept }: Balance): string[] {
  return [
    ...(lost > 0 ? [`${lost} answered requests are not in the trail`] : []),
    ...(doubled > 0 ? [`${doubled} requests are in the trail twice`] : []),
    ...(refusedKept < refused ? [`${refused - refusedKept} of ${refused} refusals are not in the trail`] : []),
    ...(freezesKept === freezes ? [] : [`${freezesKept} freezes are in the trail, not ${freezes}`]),
  ]
}
