import { z } from 'zod'

/**
 * Refusals of one user with one code that have no record of their own, counted. A user who is refused again and again
 * fills neither the outbox nor the audit trail.
 */
export const refusalsRecordSchema = z.object({
  kind: z.literal('refusals'),
  version: z.literal(1),
  /** A UUID. */
  id: z.string(),
  tenant: z.string(),
  sub: z.string(),
  /** A code of the error table. */
  code: z.string(),
  count: z.number().int().positive(),
  /** When the first of them was refused; milliseconds since the Unix epoch. */
  first_ms: z.number().int(),
  /** When the last of them was. */
  time_ms: z.number().int(),
})

export type RefusalsRecord = z.infer<typeof refusalsRecordSchema>
