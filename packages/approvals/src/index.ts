export { type Approvals, createApprovals } from './approvals.ts'
export { approvalConfigShape, approvalTimesOf } from './config.ts'
export { digestOfRequest, type HeldRequest, openAnswer, openRequest, sealRequest } from './held-content.ts'
export { EXECUTION_UNCERTAIN } from './transitions.ts'
