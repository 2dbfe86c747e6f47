import type { ActionCategory, Completion, EntityFinding, LayerId, WireEvent } from '@sluice/contracts'
import type { Approvers } from '@sluice/policy'
import type { LocalRequest } from './request/model-request.ts'

/** Why a request waits for a human. */
export interface ApprovalReason {
  readonly category: ActionCategory
  /** The rule that matched, for the approver; never quotes content. */
  readonly rule: string
  /** Whom the policies ask for, beside what configuration does. */
  readonly approvers?: readonly Approvers[]
}

/** The answer of a model as a whole: a completion of chat, or the event that holds the whole. With its tokens. */
export type WholeAnswer = { readonly completion: Completion } | { readonly event: WireEvent }

/** An answer that is to wait for a human. */
export interface HeldAnswer {
  readonly whole: WholeAnswer
  /** The same as a request that tells it, and the values in that, which approvers may not all see. */
  readonly told: LocalRequest
  readonly findings: readonly EntityFinding[]
  /** The calls in it: the same for answers that make the same calls. It quotes them. */
  readonly calls: string
  /** What its calls do. */
  readonly categories: readonly ActionCategory[]
  /** What has left of a request whose body a thread has held: nobody has the rest any more. */
  readonly left?: {
    readonly masked: string
    readonly values: readonly (readonly [token: string, sealed: string])[]
  }
  /** As `service_metadata` names them once it is given out. */
  readonly layersExecuted: readonly LayerId[]
}

/** What a caller is told whose answer waits. */
export interface HeldAnswerNotice {
  readonly approvalId: string
  readonly reason: ApprovalReason
  /** What the answer has cost, as its wire says it. */
  readonly usage: unknown
}

/** Lets an answer wait for a human. A rejection refuses it; a `SluiceError` keeps its code. */
export type HoldAnswer = (
  reason: ApprovalReason,
  answer: Pick<HeldAnswer, 'whole' | 'calls' | 'categories'>,
) => Promise<void>
