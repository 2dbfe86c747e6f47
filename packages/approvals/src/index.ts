export { type Approvals, createApprovals } from './approvals.ts'
export { approvalConfigShape, approvalTimesOf } from './config.ts'
export {
  digestOfOrder,
  digestOfRequest,
  type HeldRequest,
  openAnswer,
  openRequest,
  openRequestHead,
  sealAnswer,
  sealRequest,
} from './held-content.ts'
export { APPROVAL_JOBS, APPROVAL_QUEUE, APPROVAL_QUEUE_PREFIX, executeJobSchema } from './jobs.ts'
export { refusalOfEnded } from './refusal-of-ended.ts'
export { EXECUTION_UNCERTAIN } from './transitions.ts'
