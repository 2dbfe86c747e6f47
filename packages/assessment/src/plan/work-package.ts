import type { Assessment } from '../findings/assess.ts'
import { type Concern, isOpen } from '../verdict/gap-group.ts'
import { targetOf } from './targets.ts'

/** What kind of change a move is; the effort depends on it. */
export type WorkKind =
  | 'settle'
  | 'parameter'
  | 'keyEstablishment'
  | 'signature'
  | 'certificate'
  | 'firmware'
  | 'undetermined'

/** The concerns that one piece of work settles together: one algorithm, one kind of change, one target. */
export interface WorkPackage {
  readonly algorithm: string
  readonly kind: WorkKind
  readonly target: string
  readonly concerns: readonly Concern[]
}

/** Everything that is open under CNSA 2.0, in the order of the knowledge base. */
export function workPackagesOf({ concerns }: Pick<Assessment, 'concerns'>): WorkPackage[] {
  const open = concerns.filter(isOpen)
  const grouped = Map.groupBy(open, (concern) => `${concern.entry.algorithm}\n${kindOf(concern)}\n${targetOf(concern)}`)
  return [...grouped.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    return [{ algorithm: first.entry.algorithm, kind: kindOf(first), target: targetOf(first), concerns: members }]
  })
}

function kindOf({ judgement, purpose, deadline, isCertificate }: Concern): WorkKind {
  if (judgement.cnsa2 === 'Indeterminate') return 'settle'
  if (judgement.risk !== 'QuantumBroken') return 'parameter'
  if (deadline === 'firmware') return 'firmware'
  if (isCertificate) return 'certificate'
  if (purpose === undefined) return 'undetermined'
  return purpose === 'keyEstablishment' ? 'keyEstablishment' : 'signature'
}

/** Sums a count of all concerns of the work. */
export function sumOf({ concerns }: WorkPackage, count: (concern: Concern) => number): number {
  return concerns.reduce((sum, concern) => sum + count(concern), 0)
}
