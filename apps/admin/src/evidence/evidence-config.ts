import { durationMs, integer } from '@sluice/service-kit/environment'

/** The variables of the proofs. Spread them into the service's schema. */
export const evidenceConfigShape = {
  EVIDENCE_WORKERS: integer({ min: 0, max: 64 })
    .default(1)
    .describe('Threads of this process that make proofs, some 30 a second each. 0: others make them.'),
  EVIDENCE_YOUNG_MS: durationMs({ min: 0, max: 86_400_000 })
    .default(60_000)
    .describe(
      'While no due proof has waited longer, every request gets one. Above it, those that must have one do, and a random ' +
        'part of the others.',
    ),
  EVIDENCE_SAMPLE_PERCENT: integer({ min: 0, max: 100 })
    .default(5)
    .describe('That part. It is a measure against load: any proof can be asked for later.'),
  EVIDENCE_LATE_MS: durationMs({ min: 1_000, max: 604_800_000 })
    .default(3_600_000)
    .describe('A due proof that has waited longer is a critical event.'),
  EVIDENCE_CHALLENGE_MS: durationMs({ min: 1_000, max: 604_800_000 })
    .default(3_600_000)
    .describe(
      'How long after an auditor has named records each must have a proof, an opening or the record of its erasure. What ' +
        'is due longer is a critical event.',
    ),
  EVIDENCE_CHECKPOINT_LATE_MS: durationMs({ min: 1_000, max: 86_400_000 })
    .default(60_000)
    .describe(
      'Where records wait longer for a published checkpoint, which the witnesses have cosigned, it is a critical event: until ' +
        'then the operator could still change them.',
    ),
  EVIDENCE_WAIT_MS: durationMs({ min: 0, max: 60_000 })
    .default(5_000)
    .describe('How long GET /admin/evidence/{request_id} waits for a proof that is made because of it.'),
}
