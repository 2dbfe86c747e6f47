import type { Level, Principal } from '@sluice/contracts'
import type { PolicyDecision } from './decision.ts'
import type { PolicyDigests, PolicyDocuments } from './policy-documents.ts'
import type { PolicyQuestion } from './question.ts'
import type { CallerQuotas } from './quotas.ts'

/** Thresholds on L1's confidence, 0..1: report from `observe` on, refuse from `block` on. */
export interface JailbreakThresholds {
  readonly observe: number
  readonly block: number
  /** What becomes of a request between the two where there are no guard models; it passes where this is left out. */
  readonly unsure?: 'pass' | 'hold' | undefined
}

/** The policy as it stood when a request came in; it does not change under a request. */
export interface PolicySnapshot {
  /** Changes whenever any decision or quota could; partitions the cache and is named in the evidence. */
  readonly version: string
  /** Of the texts that its decisions follow from. */
  readonly digests: PolicyDigests
  readonly jailbreak: JailbreakThresholds
  /** Decides at once. A request asks about each of its tokens, so a second answer for a caller comes from memory. */
  decide(question: PolicyQuestion): PolicyDecision
  /**
   * The highest level of any value that this caller may ever see, whatever its type: `reveal-entity` is forbidden above
   * it by a policy that no tenant can change.
   */
  clearanceOf(principal: Principal): Level
  /** How much this caller may use. A second answer for a caller comes from memory. */
  quotasOf(principal: Principal): CallerQuotas
  /** The texts that its decisions follow from, written anew with each call: hundreds of KB at most. */
  documents(): PolicyDocuments
}

/** Gives the policy of a tenant as it stands now. */
export interface PolicySource {
  current(tenant: string): PolicySnapshot
}
