import { z } from 'zod'

/**
 * Refusals of one caller with one code that have no record of their own, counted. A caller who is refused again and
 * again fills neither the outbox nor the audit trail.
 */
export const refusalsRecordSchema = z.object({
  kind: z.literal('refusals'),
  version: z.literal(1),
  /** A UUID. */
  id: z.string(),
  tenant: z.string(),
  /** The user who was refused. Absent where the caller could not be identified. */
  sub: z.string().optional(),
  /** From which network an unidentified caller came, as docs/events.md says; absent where the user is known. */
  peer: z.string().max(64).optional(),
  /** The service that refused; the gateway where it is absent. */
  service: z.string().max(64).optional(),
  /** A code of the error table. */
  code: z.string(),
  count: z.number().int().positive(),
  /** When the first of them was refused; milliseconds since the Unix epoch. */
  first_ms: z.number().int(),
  /** When the last of them was. */
  time_ms: z.number().int(),
})

export type RefusalsRecord = z.infer<typeof refusalsRecordSchema>
