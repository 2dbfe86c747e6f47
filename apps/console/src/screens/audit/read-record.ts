import { z } from '../../api/zod.ts'

const layerEvent = z.object({
  layer: z.string(),
  outcome: z.string(),
  duration_ms: z.number(),
  findings: z.number(),
})
const violation = z.object({
  policy_id: z.string(),
  layer: z.string(),
  action: z.string(),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  message: z.string(),
})
const tile = z.object({
  level: z.number(),
  categories: z.record(z.string(), z.number()),
  reidentificationRisk: z.number(),
  flags: z.array(z.string()),
})

const requestRecord = z.object({
  kind: z.literal('request'),
  outcome: z.string(),
  model: z.string(),
  endpoint: z.string().optional(),
  action: z.string().optional(),
  cache_hit: z.boolean(),
  policy_version: z.string(),
  reason: z.string().optional(),
  tile: tile.optional(),
  layers: z.array(layerEvent),
  violations: z.array(violation),
})

const controlRecord = z.object({
  kind: z.literal('control'),
  service: z.string(),
  reason: z.string().optional(),
  incident_id: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

const shape = z.discriminatedUnion('kind', [requestRecord, controlRecord])

export type RequestRecord = z.output<typeof requestRecord>
export type ControlRecord = z.output<typeof controlRecord>
export type LayerEvent = RequestRecord['layers'][number]
export type Violation = RequestRecord['violations'][number]

/** Reads a record as far as the screen shows it in words; undefined for others, which are shown as JSON only. */
export function readRecord(record: unknown): RequestRecord | ControlRecord | undefined {
  return shape.safeParse(record).data
}
