import type { ActionCategory, PolicyViolation, SensitivityTile, Threat } from '@sluice/contracts'

/** Where an approval stands. `packages/approvals` says which state follows which. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired' | 'started' | 'done' | 'failed'

/** So many different persons must approve. */
export interface ApprovalThreshold {
  readonly count: number
  /** Each of them has one of these roles; anybody who may approve counts where the list is empty. */
  readonly roles: readonly string[]
}

/** What one person has said about a held request. */
export interface ApprovalVote {
  readonly sub: string
  readonly username: string
  readonly roles: readonly string[]
  readonly decision: 'approve' | 'deny'
  readonly comment: string
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** A state that a held request has entered. */
export interface ApprovalStep {
  readonly state: ApprovalState
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  /** The error code of a run that failed. */
  readonly code?: string
}

/** What an approver reads of a held request beside its content. It quotes nothing of the content. */
export interface ApprovalSubject {
  readonly model: string
  /** What the caller named its session; absent where it did not. */
  readonly sessionName?: string
  readonly category: ActionCategory
  /** The rule that recognised the action. */
  readonly rule: string
  readonly tile: SensitivityTile
  /** What the policy and the inspectors had to say, findings included: types and counts, never values. */
  readonly violations: readonly PolicyViolation[]
  /** Where L1 has seen signs of an attack; absent where it has seen none. */
  readonly threats?: readonly Threat[]
  readonly policyVersion: string
  /** Present where the request was answered and it is the answer that waits: what the calls in it do. */
  readonly answer?: { readonly categories: readonly ActionCategory[] }
  /** The states that it has entered since it was held, the newest last; none of those before this was kept. */
  readonly steps?: readonly ApprovalStep[]
}

/** A request that waits, or has waited, for a human. */
export interface Approval {
  /** A UUID. */
  readonly id: string
  readonly tenant: string
  /** Who sent the request. */
  readonly sub: string
  readonly username: string
  readonly departments: readonly string[]
  readonly sessionId: number
  /** Request, user and session, as `packages/approvals` digests them. */
  readonly requestDigest: string
  /** What is ordered, by whom in which session: the same for requests that order the same. */
  readonly orderDigest: string
  readonly subject: ApprovalSubject
  /** All of them must be met. */
  readonly thresholds: readonly ApprovalThreshold[]
  readonly state: ApprovalState
  /** Of this round: an approval that failed may be approved anew. */
  readonly votes: readonly ApprovalVote[]
  /** How often it was started. A worker names its run, so that it cannot end another one. */
  readonly run: number
  /** The error code of an approval that failed. */
  readonly failure?: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAtMs: number
  /** When the state lapses; milliseconds since the Unix epoch. */
  readonly untilMs: number
  /** False once request and answer have been deleted. */
  readonly hasContent: boolean
}

/** What is kept of a request and its answer, sealed. */
export interface ApprovalContent {
  readonly request: string
  readonly answer?: string
}
