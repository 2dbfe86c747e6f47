import type { Level, Principal } from '@sluice/contracts'
import type { PolicyDecision } from './decision.ts'
import type { PolicyDigests, PolicyDocuments } from './policy-documents.ts'
import type { PolicyQuestion } from './question.ts'
import type { CallerQuotas } from './quotas.ts'

/** How suspicion of a session grows and fades. */
export interface SuspicionGrowth {
  /** As many messages with signs of an attack as count at most, 1 to 100. */
  readonly messages: number
  /** The time in which the count halves, in milliseconds. */
  readonly halfLifeMs: number
}

/** What earlier messages of a session with signs of an attack mean for its next ones. */
export interface SessionSuspicionPolicy extends SuspicionGrowth {
  /** What is added to L1's score when the count is full, in logits, 0 to 3, and less in proportion; 0 is nothing. */
  readonly raise: number
}

/** Thresholds on L1's confidence, 0..1: report from `observe` on, refuse from `block` on. */
export interface JailbreakThresholds {
  readonly observe: number
  readonly block: number
  /** What becomes of a request between the two where there are no guard models; it passes where this is left out. */
  readonly unsure?: 'pass' | 'hold' | undefined
  /** Whether a second stage reads what the first is not sure of. A configuration may leave it out, and then it does. */
  readonly secondStage?: boolean | undefined
  /** A configuration may leave it out; a snapshot that is made of one has it. */
  readonly session?: SessionSuspicionPolicy | undefined
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
