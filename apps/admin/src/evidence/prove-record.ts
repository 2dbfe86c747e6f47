import type { Clock } from '@sluice/contracts'
import type { EvidenceProofsRepository } from '@sluice/db'
import { type ProofPlan, planProof, type Unprovable } from './plan-proof.ts'

/** What became of a due proof; `not_due` where somebody else has settled it. */
export type ProofMade = 'proved' | 'not_due' | Unprovable

interface ProveOptions {
  readonly proofs: Pick<EvidenceProofsRepository, 'recordOf' | 'keep' | 'fail'>
  readonly threads: { prove(plan: ProofPlan): Promise<Uint8Array | undefined> }
  readonly plan: Parameters<typeof planProof>[1]
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes the proof of a record and keeps it; or notes why there is none. The promise rejects where that could be mended
 * by another attempt.
 */
export async function proveRecord(number: number, { proofs, threads, plan, clock }: ProveOptions): Promise<ProofMade> {
  const row = await proofs.recordOf(number)
  if (row === undefined) return 'not_due'
  const planned = await planProof(row, plan)
  const at = () => new Date(clock.nowMs())
  if (typeof planned === 'string') return (await proofs.fail(number, planned, at())) ? planned : 'not_due'
  const proof = await threads.prove(planned)
  if (proof === undefined) throw new Error('No proof could be made that verifies.')
  return (await proofs.keep(number, proof, at())) ? 'proved' : 'not_due'
}
