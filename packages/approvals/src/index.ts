export { type ApprovalTimes, DEFAULT_APPROVAL_TIMES } from './approval-times.ts'
export { type Approvals, type CastVote, createApprovals, type NewApproval } from './approvals.ts'
export { digestOfRequest, type HeldRequest, openAnswer, openRequest, sealAnswer, sealRequest } from './held-content.ts'
