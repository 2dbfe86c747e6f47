import { hash } from 'node:crypto'
import { z } from 'zod'
import { actionCategorySchema } from './action.ts'
import { REASON_MAX_LENGTH } from './control-record.ts'
import { policyViolationSchema, sensitivityTileSchema, threatSchema } from './finding.ts'
import { layerIdSchema } from './layers.ts'
import { requestEvidenceSchema } from './request-evidence.ts'
import { residualTypesSchema } from './residual.ts'
import { requestUsageSchema } from './usage.ts'

/** What a layer decided; `error` and `timeout` are failures of the layer itself. */
export const LAYER_OUTCOMES = ['allow', 'transform', 'answer', 'hold', 'deny', 'error', 'timeout'] as const

/** What one layer did with one request: ids, counts, levels and timings, never content. */
const layerEventSchema = z.object({
  layer: layerIdSchema,
  outcome: z.enum(LAYER_OUTCOMES),
  /** Kept to the microsecond. */
  duration_ms: z.number().nonnegative(),
  findings: z.number().int().nonnegative(),
})

export type LayerEvent = z.infer<typeof layerEventSchema>

/** How a request ended. */
export const REQUEST_OUTCOMES = ['answered', 'held', 'denied', 'failed', 'aborted'] as const

const requestShape = z.object({
  kind: z.literal('request'),
  /** The version of the stored form. */
  version: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  /** The gateway's own: a UUIDv7. Version 2 had none, and gets the digest of its commitment. */
  id: z.string().optional(),
  /** What the caller sent as `x-request-id`, so that two records may have the same; else a UUID. */
  request_id: z.string(),
  /** Milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
  tenant: z.string(),
  sub: z.string(),
  session_id: z.number().int(),
  /**
   * The name that the caller used, where an endpoint serves it; else `hmac-sha256:` and 43 characters of base64url,
   * under a key of the tenant: what a caller writes there may be a secret.
   */
  model: z.string(),
  policy_version: z.string(),
  outcome: z.enum(REQUEST_OUTCOMES),
  /** The error code where the outcome is `denied` or `failed`. */
  code: z.string().optional(),
  action: actionCategorySchema.optional(),
  tile: sensitivityTileSchema.optional(),
  endpoint: z.string().optional(),
  cache_hit: z.boolean(),
  /** What the answer has cost, as far as it came; absent where nobody has answered. */
  usage: requestUsageSchema.optional(),
  layers: z.array(layerEventSchema),
  violations: z.array(policyViolationSchema),
  /** The alerts that told of violations of a layer before the request ended. */
  alerts: z.array(z.object({ layer: layerIdSchema, id: z.string() })).optional(),
  /** Why the caller asked, where it said so, with the names of types in the place of sensitive values. */
  reason: z.string().max(REASON_MAX_LENGTH).optional(),
  /** What L2's second look still found in what leaves, by type; absent where it found nothing or nobody looked. */
  residual: residualTypesSchema.optional(),
  /** The surest of what L1 has found, in the order of their confidence; absent where it has found nothing. */
  threats: z.array(threatSchema).optional(),
  /** From version 4 on: what the proof of the request is about. */
  evidence: requestEvidenceSchema.optional(),
  /** SHA-256, base64url, over the opening and the letters of the stored facts. */
  commitment: z.string(),
  /** What opens the commitment, AES-256-GCM under the data key named in it. */
  sealed_opening: z.string(),
})

/**
 * The record of one request. A request is accepted for audit once its record is appended; audit trail, SIEM events and
 * proofs are made from it. It is stored in fewer bytes: `stored-request.ts` has the stored form, and reads it.
 */
export const requestRecordSchema = requestShape.transform(({ id, ...record }) => ({
  id: id ?? idOfCommitment(record.commitment),
  ...record,
}))

/** The id of a record of version 2. Its commitment holds a random salt, so no two records have the same. */
export function idOfCommitment(commitment: string): string {
  return hash('sha256', commitment, 'hex')
}

export type RequestRecord = z.infer<typeof requestRecordSchema>
export type RequestOutcome = RequestRecord['outcome']
