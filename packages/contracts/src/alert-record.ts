import { z } from 'zod'
import { policyViolationSchema } from './finding.ts'
import { layerIdSchema } from './layers.ts'

/**
 * A grave violation, recorded when its layer finds it: the record of the request waits for the end of the answer. That
 * record tells of the violation once more, as of everything that happened to the request.
 */
export const alertRecordSchema = z.object({
  kind: z.literal('alert'),
  version: z.literal(1),
  /** A UUID. */
  id: z.string(),
  /** The id that the record of the request will have. */
  request_record_id: z.string(),
  request_id: z.string(),
  /** Milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
  tenant: z.string(),
  sub: z.string(),
  session_id: z.number().int(),
  /** As in the record of the request. */
  model: z.string(),
  policy_version: z.string(),
  layer: layerIdSchema,
  /** Of this layer, one or more; at least one has a severity that is passed on at once. */
  violations: z.array(policyViolationSchema).min(1),
})

export type AlertRecord = z.infer<typeof alertRecordSchema>
