import { z } from 'zod'
import { type Level, levelSchema } from './level.ts'

/** 32 bytes as base64url without padding: a digest, an encoded point or a scalar. */
export const bytes32Schema = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/)

/** Whether an answer began to leave; nothing left of a request that was refused, held, or failed before that. */
const EVIDENCE_KINDS = ['answered', 'refused'] as const

/**
 * What a request commits to, beside its other facts. `masked + shift * G` commits to s + 8r: s is the level of the
 * request's tile, 7 without one, and r the highest level that may be restored in its answer, 0 where nothing left.
 */
export const requestEvidenceSchema = z.object({
  kind: z.enum(EVIDENCE_KINDS),
  /** The digest of the basis in the record of the session's clearance; null only where nothing left. */
  basis: bytes32Schema.nullable(),
  /** Every endpoint that got any part of the request, with its permitted level, in the order first asked. */
  endpoints: z.array(z.tuple([z.string(), levelSchema])),
  /** The lowest permitted level of these; null where no endpoint got a part. */
  permitted: levelSchema.nullable(),
  /** Findings of a second pass of L2 over what leaves; null where there was none. */
  residual: z.number().int().nonnegative().nullable(),
  /** An encoded point of ristretto255. */
  masked: bytes32Schema,
  /** A scalar, little-endian. */
  shift: bytes32Schema,
})

export type RequestEvidence = z.infer<typeof requestEvidenceSchema>

/** The lowest permitted level of endpoints; null without any. */
export function lowestPermitted(endpoints: readonly (readonly [name: string, level: Level])[]): Level | null {
  let lowest: Level | null = null
  for (const [, level] of endpoints) if (lowest === null || level < lowest) lowest = level
  return lowest
}
