import { durationMs } from '@sluice/service-kit/environment'
import type { z } from 'zod'
import type { ApprovalTimes } from './approval-times.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The variables of what lets requests wait, decides on them or carries them out: the same in all services. */
export const approvalConfigShape = {
  APPROVAL_PENDING_MS: durationMs({ min: 1_000, max: 30 * DAY_MS })
    .default(DAY_MS)
    .describe('How long a held request waits for its approvers; then it has expired.'),
  APPROVAL_START_MS: durationMs({ min: 1_000, max: 30 * DAY_MS })
    .default(HOUR_MS)
    .describe('How long an approved request waits for a worker; then it has expired.'),
  APPROVAL_LEASE_MS: durationMs({ min: 1_000, max: HOUR_MS })
    .default(30_000)
    .describe(
      'A run whose worker gives no sign of life for this long has failed: nobody knows whether the model was asked.',
    ),
  APPROVAL_CONTENT_MS: durationMs({ min: 1_000, max: 30 * DAY_MS })
    .default(DAY_MS)
    .describe('How long request and answer are kept, sealed, after the end.'),
  APPROVAL_SUBJECT_MS: durationMs({ min: 1_000, max: 365 * DAY_MS })
    .default(30 * DAY_MS)
    .describe('How long the rest of an approval is kept after that. The audit records stay.'),
}

type ApprovalConfig = z.output<z.ZodObject<typeof approvalConfigShape>>

/** How long each state lasts by the configuration. */
export function approvalTimesOf(config: ApprovalConfig): ApprovalTimes {
  return {
    pendingMs: config.APPROVAL_PENDING_MS,
    approvedMs: config.APPROVAL_START_MS,
    startedMs: config.APPROVAL_LEASE_MS,
    contentMs: config.APPROVAL_CONTENT_MS,
    subjectMs: config.APPROVAL_SUBJECT_MS,
  }
}
