import type { ControlEvent, ControlRecord } from '@sluice/contracts'
import type { Approval, ApprovalState } from '@sluice/db'

/** Who does something to an approval, and why. */
export interface Doer {
  readonly actor: string
  readonly reason?: string
  readonly requestId?: string | undefined
  /** The record of the request that is held, or of that in which it is carried out. */
  readonly recordId?: string | undefined
}

/** What the audit trail says of a change. */
export interface ApprovalAct {
  readonly event: ControlEvent
  /** `medium` without it. */
  readonly severity?: ControlRecord['severity']
}

/** What is recorded when an approval enters a state. */
const ENTERED: Readonly<Record<ApprovalState, ApprovalAct>> = {
  pending: { event: 'approval.voted' },
  approved: { event: 'approval.approved', severity: 'high' },
  denied: { event: 'approval.denied' },
  expired: { event: 'approval.expired', severity: 'low' },
  started: { event: 'approval.started' },
  done: { event: 'approval.done', severity: 'low' },
  failed: { event: 'approval.failed', severity: 'high' },
}

/** The act behind a change; undefined where neither the state nor the votes have changed. */
export function approvalAct(before: Approval, after: Approval): ApprovalAct | undefined {
  return before.state === after.state && before.votes.length === after.votes.length ? undefined : ENTERED[after.state]
}
