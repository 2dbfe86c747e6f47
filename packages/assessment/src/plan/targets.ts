import type { GapGroup } from '../verdict/gap-group.ts'
import { transitionOf } from './deadlines.ts'

/**
 * What the algorithm is to be replaced by: as the knowledge base says for the purpose; for the signing of software and
 * firmware also LMS and XMSS (CNSA 2.0 CSA, Table I); all targets where the purpose is not known.
 */
export function targetOf({
  entry,
  purpose,
  deadline,
  judgement,
}: Pick<GapGroup, 'entry' | 'purpose' | 'deadline' | 'judgement'>): string {
  if (deadline === 'firmware' && judgement.risk === 'QuantumBroken') return 'LMS, XMSS or ML-DSA-87'
  const purposes = purpose === undefined ? entry.purposes : [purpose]
  return purposes.flatMap((one) => entry.migration[one]?.target ?? []).join(' or ')
}

/** The year by which CNSA 2.0 wants the groups replaced: the earliest of their classes; at least one group. */
export function dueOf(gapGroups: readonly Pick<GapGroup, 'deadline'>[]): string {
  return String(Math.min(...gapGroups.map(({ deadline }) => transitionOf(deadline).exclusiveBy)))
}
