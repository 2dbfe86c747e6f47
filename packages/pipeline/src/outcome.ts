import type { LayerId, Refusal } from '@sluice/contracts'
import type { Answer } from './answer/answer.ts'
import type { ApprovalReason, HeldAnswerNotice } from './held-answer.ts'
import type { Account } from './layer.ts'

import type { LocalRequest, ModelRequest } from './request/index.ts'

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
  | {
      readonly type: 'answered'
      readonly answer: Answer
      /** What an endpoint was asked, as it was sent; undefined where none was, or a thread holds the request. */
      readonly sent?: LocalRequest | undefined
    }
  | { readonly type: 'held'; readonly reason: ApprovalReason; readonly approvalId: string }
  | { readonly type: 'denied'; readonly refusal: Refusal }
)

/** What an endpoint was asked, as it was sent; undefined where the cache answered, or a thread holds the request. */
export function sentRequest(request: ModelRequest, report: Report): LocalRequest | undefined {
  return report.account().cacheHit || request.remote !== undefined ? undefined : request
}
