import type { LayerId, Refusal } from '@sluice/contracts'
import type { Answer } from './answer/answer.ts'
import type { ApprovalReason, HeldAnswerNotice } from './held-answer.ts'
import type { Account } from './layer.ts'

/** What is known of a request, at any time; complete once its answer has ended. */
export interface Report {
  layersExecuted(): LayerId[]
  account(): Account
  /** The name of the endpoint that answers; undefined where none was asked, or none answered. */
  endpoint(): string | undefined
  /** Why the rest of the answer waits for a human; undefined where it does not. Known once the answer has ended. */
  heldAnswer(): HeldAnswerNotice | undefined
}

export type Outcome = { readonly report: Report } & (
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'held'; readonly reason: ApprovalReason; readonly approvalId: string }
  | { readonly type: 'denied'; readonly refusal: Refusal }
)
