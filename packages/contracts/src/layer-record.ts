import { z } from 'zod'
import { actionCategorySchema } from './action.ts'
import { policyViolationSchema, sensitivityTileSchema } from './finding.ts'
import { layerIdSchema } from './layers.ts'

/** What one layer did with one request: ids, counts, levels and timings, never content. */
const layerEventSchema = z.object({
  layer: layerIdSchema,
  /** What the layer decided; `error` and `timeout` are failures of the layer itself. */
  outcome: z.enum(['allow', 'transform', 'answer', 'hold', 'deny', 'error', 'timeout']),
  duration_ms: z.number().nonnegative(),
  findings: z.number().int().nonnegative(),
})

export type LayerEvent = z.infer<typeof layerEventSchema>

/** How a request ended. */
const REQUEST_OUTCOMES = ['answered', 'held', 'denied', 'failed', 'aborted'] as const

/**
 * The record of one request in the outbox. A request is accepted for audit once its record is appended; audit trail,
 * SIEM events and proofs are made from it. The facts behind `commitment` can be opened only with the sealed opening.
 */
export const requestRecordSchema = z.object({
  kind: z.literal('request'),
  version: z.literal(1),
  request_id: z.string(),
  /** Milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
  tenant: z.string(),
  sub: z.string(),
  session_id: z.number().int(),
  model: z.string(),
  policy_version: z.string(),
  outcome: z.enum(REQUEST_OUTCOMES),
  /** The error code where the outcome is `denied` or `failed`. */
  code: z.string().optional(),
  action: actionCategorySchema.optional(),
  tile: sensitivityTileSchema.optional(),
  endpoint: z.string().optional(),
  cache_hit: z.boolean(),
  layers: z.array(layerEventSchema),
  violations: z.array(policyViolationSchema),
  /** `sha256:` and 64 hex digits: SHA-256 over salt and the letters of the facts. */
  commitment: z.string(),
  /** Salt and facts, AES-256-GCM under the data key named in it. */
  sealed_opening: z.string(),
})

export type RequestRecord = z.infer<typeof requestRecordSchema>
export type RequestOutcome = RequestRecord['outcome']
