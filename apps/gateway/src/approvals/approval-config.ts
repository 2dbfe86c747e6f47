import { approvalConfigShape } from '@sluice/approvals'
import { bytes, durationMs, integer, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const threshold = z.strictObject({
  count: z.int().min(1).max(10),
  roles: z.array(z.string().min(1).max(256)).max(20).default([]),
})

/** The variables of what waits for a human. */
export const heldRequestConfigShape = {
  ...approvalConfigShape,
  APPROVAL_THRESHOLDS: json(z.array(threshold).min(1).max(10))
    .default([{ count: 1, roles: [] }])
    .describe(
      'JSON array of {count, roles}: so many different persons with one of these roles must approve a request, anybody ' +
        'who may approve where roles is empty. All entries must be met.',
    ),
  APPROVAL_MAX_REQUEST_BYTES: bytes({ min: 1_024, max: 4_194_304 })
    .default(1_048_576)
    .describe('The longest request that may wait for approval. A longer one that needs it is refused.'),
  APPROVAL_MAX_ANSWER_BYTES: bytes({ min: 1_024, max: 4_194_304 })
    .default(1_048_576)
    .describe('The longest answer that is kept. A run with a longer one fails with `answer_too_large`.'),
  APPROVAL_RUNS: integer({ min: 1, max: 100 })
    .default(8)
    .describe('Approved requests that one worker carries out at a time.'),
  APPROVAL_SWEEP_MS: durationMs({ min: 100, max: 600_000 })
    .default(2_000)
    .describe('How often one of the workers looks for what was approved, and for what has lapsed.'),
  APPROVALS_PER_USER: integer({ min: 1, max: 10_000 })
    .default(100)
    .describe('Requests of one user that may wait at a time; one more gets a 429.'),
}

export type HeldRequestConfig = z.output<z.ZodObject<typeof heldRequestConfigShape>>
