import { z } from 'zod'
import { type Category, categorySchema, type EntityType } from './entity.ts'
import { layerIdSchema } from './layers.ts'
import { type Level, levelSchema } from './level.ts'

/** A sensitive span. It holds the place and the type of the value, never the value, so it may be stored. */
export interface EntityFinding {
  readonly kind: 'entity'
  readonly entity: EntityType
  readonly level: Level
  /** The text position's path, as `pipeline/src/request` names it. */
  readonly position: string
  /** First UTF-16 code unit of the span. */
  readonly start: number
  /** One past the last UTF-16 code unit. */
  readonly end: number
  /** 0..1. */
  readonly confidence: number
  /** The recognizer that found it. */
  readonly recognizer: string
  /** Where that of the type does not hold, as for a type of a tenant's own. */
  readonly category?: Category
  /** What its token has behind its type: the word of a codename, or the name of a tenant's own type. */
  readonly replacement?: string
  /** What takes its place where that is no token, if it can be made of what stands there. */
  readonly replace?: 'shift' | 'generalize'
  /** True where the span is a further piece of the value of the finding before it, in a later part of the message. */
  readonly continues?: true
}

/** What speaks for an attack, and where: the part of the text that shows it, and nothing of that. */
export const threatSchema = z.object({
  threat: z.string().describe('The technique, for example `instruction-override`.'),
  position: z.string().describe('The text, as a JSON pointer into the request that quotes none of its names.'),
  start: z.int().nonnegative().describe('The first UTF-16 code unit of the part, in the text as it was sent.'),
  end: z.int().nonnegative().describe('One past its last code unit. Of what is encoded, the whole run is the part.'),
  confidence: z.number().min(0).max(1),
})

export type Threat = z.infer<typeof threatSchema>

/** A sign of an attack in one text position. */
export interface ThreatFinding extends Readonly<Threat> {
  readonly kind: 'threat'
}

export type Finding = EntityFinding | ThreatFinding

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const

/**
 * The name of a policy: lower-case words and dashes, for example `action-f`, `mask-us-ssn`, `route-permitted-level`,
 * `jailbreak`. Services, records and documents use this form only.
 */
export const policyIdSchema = z
  .string()
  .max(128)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

/** One entry of `policy_violations`, in `service_metadata` and in errors. */
export const policyViolationSchema = z.object({
  policy_id: policyIdSchema,
  layer: layerIdSchema,
  action: z.enum(['observed', 'masked', 'held', 'blocked']),
  severity: z.enum(SEVERITIES),
  message: z.string(),
})

export type PolicyViolation = z.infer<typeof policyViolationSchema>

/** A request with this re-identification risk or a higher one has the flag. */
export const HIGH_REIDENTIFICATION_RISK = 0.9
export const HIGH_RISK_FLAG = 'high-reidentification-risk'

/** The flag of a tile whose caller has told so much of one person that few people fit (docs/mosaic.md). */
export const MOSAIC_FLAG = 'mosaic'

/** What L2 found in a whole request. It holds counts and levels only, so it may be logged and stored. */
export const sensitivityTileSchema = z.object({
  /** The highest level of any finding and of what could not be read; 0 without any. */
  level: levelSchema,
  categories: z.record(categorySchema, z.number().int().nonnegative()),
  /** 0..1: how likely the request as a whole points at one person. */
  reidentificationRisk: z.number().min(0).max(1),
  flags: z.array(z.string()),
  /** SHA-256, hex, over the members above in canonical form: two equal tiles have equal digests. */
  digest: z.string(),
})

export type SensitivityTile = z.infer<typeof sensitivityTileSchema>
