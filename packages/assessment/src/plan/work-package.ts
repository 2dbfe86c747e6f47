import type { Assessment } from '../findings/judge-detections.ts'
import { type GapGroup, isOpen } from '../verdict/gap-group.ts'
import { targetOf } from './targets.ts'

/** What kind of change a move is; the effort depends on it. */
export type WorkKind =
  | 'investigate'
  | 'parameter'
  | 'keyEstablishment'
  | 'signature'
  | 'certificate'
  | 'firmware'
  | 'undetermined'

/** The groups that one piece of work settles together: one algorithm, one kind of change, one target. */
export interface WorkPackage {
  readonly algorithm: string
  readonly kind: WorkKind
  readonly target: string
  readonly gapGroups: readonly GapGroup[]
}

/** Everything that is open under CNSA 2.0, in the order of the knowledge base. */
export function workPackagesOf({ gapGroups }: Pick<Assessment, 'gapGroups'>): WorkPackage[] {
  const open = gapGroups.filter(isOpen)
  const grouped = Map.groupBy(
    open,
    (gapGroup) => `${gapGroup.entry.algorithm}\n${kindOf(gapGroup)}\n${targetOf(gapGroup)}`,
  )
  return [...grouped.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    return [{ algorithm: first.entry.algorithm, kind: kindOf(first), target: targetOf(first), gapGroups: members }]
  })
}

function kindOf({ judgement, purpose, deadline, isCertificate }: GapGroup): WorkKind {
  if (judgement.cnsa2 === 'Indeterminate') return 'investigate'
  if (judgement.risk !== 'QuantumBroken') return 'parameter'
  if (deadline === 'firmware') return 'firmware'
  if (isCertificate) return 'certificate'
  if (purpose === undefined) return 'undetermined'
  return purpose === 'keyEstablishment' ? 'keyEstablishment' : 'signature'
}

/** Sums a count of all groups of the work. */
export function sumOf({ gapGroups }: WorkPackage, count: (gapGroup: GapGroup) => number): number {
  return gapGroups.reduce((sum, gapGroup) => sum + count(gapGroup), 0)
}
