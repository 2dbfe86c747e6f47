import { z } from 'zod'
import { levelSchema } from './level.ts'

/** What is told of to SOAR systems, beside the events that a SIEM gets. */
const ANOMALY_KINDS = [
  'high_reidentification_risk',
  'mosaic_pattern',
  'repeated_jailbreak_attempts',
  'break_glass_used',
  'mass_revocation_held',
] as const

/** One anomaly as it is posted: ids, counts and levels, never content. */
export const anomalySchema = z.object({
  type: z.templateLiteral(['sluice.anomaly.', z.enum(ANOMALY_KINDS)]),
  timestamp: z.iso.datetime().describe('When it was recorded.'),
  data: z.object({
    anomaly: z.enum(ANOMALY_KINDS),
    id: z.string().describe('The same for the same anomaly, however often it is sent.'),
    record_id: z.string().describe('The record of the audit trail that completed it.'),
    tenant: z.string(),
    sub: z.string().optional().describe('The user whom it is about.'),
    session_id: z.int().optional(),
    request_id: z.string().optional(),
    actor: z.string().optional().describe('Who acted, where that is not the user.'),
    event: z.string().optional().describe('The act of the control plane that it is.'),
    count: z.int().positive().optional().describe('How many requests, or persons, it is made of.'),
    window_seconds: z.int().positive().optional().describe('Within which those requests came.'),
    anonymity_set: z.int().positive().optional().describe('How many people fit what was told of one person.'),
    reidentification_risk: z.number().min(0).max(1).optional(),
    level: levelSchema.optional().describe('The sensitivity of the request.'),
  }),
})

export type Anomaly = z.infer<typeof anomalySchema>
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]
