import type { ProofPlan } from './plan-proof.ts'

export interface ToProofThread {
  readonly id: number
  readonly plan: ProofPlan
}

export interface FromProofThread {
  readonly id: number
  /** Absent where none could be made, or what was made does not verify. */
  readonly proof?: Uint8Array
}
