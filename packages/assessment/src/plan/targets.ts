import type { GapGroup } from '../verdict/gap-group.ts'

/**
 * What the algorithm is to be replaced by: as the knowledge base says for the purpose; for the signing of software and
 * firmware also LMS and XMSS (CNSA 2.0 CSA, Table I); all targets where the purpose is not known.
 */
export function targetOf({ entry, purpose, deadline, judgement }: GapGroup): string {
  if (deadline === 'firmware' && judgement.risk === 'QuantumBroken') return 'LMS, XMSS or ML-DSA-87'
  const purposes = purpose === undefined ? entry.purposes : [purpose]
  return purposes.flatMap((one) => entry.migration[one]?.target ?? []).join(' or ')
}
