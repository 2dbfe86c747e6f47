import { hash } from 'node:crypto'
import { z } from 'zod'
import { levelSchema } from './level.ts'
import { bytes32Schema } from './request-evidence.ts'

/**
 * What a clearance rests on. Its members are public; what they are digests of is not. Their order is that of the text
 * that the basis is named by.
 */
const clearanceBasisSchema = z.object({
  /** The id of the record. */
  id: z.string(),
  /** SHA-256 of the Cedar policies, built-in and the tenant's, in canonical JSON. */
  policies: bytes32Schema,
  /** SHA-256 of the Cedar schema's text. */
  schema: bytes32Schema,
  /** SHA-256 of the endpoints as policies see them, in canonical JSON. */
  registry: bytes32Schema,
  /** SHA-256 of the configuration that gives Cedar entities their attributes, in canonical JSON. */
  entities: bytes32Schema,
  /** Salted SHA-256 of the caller's claims and the clearance. */
  claims: bytes32Schema,
  /** An encoded point of ristretto255: `masked + shift * G` commits to the clearance. */
  masked: bytes32Schema,
  /** A scalar, little-endian. */
  shift: bytes32Schema,
  /** SHA-256 of a salt and of what opens the commitment. */
  opening: bytes32Schema,
})

export type ClearanceBasis = z.infer<typeof clearanceBasisSchema>

/**
 * The clearance of a session's caller, as one gateway process found it. It stands before the first request that goes by
 * it, and is made anew when claims, policies or endpoints change.
 */
export const clearanceRecordSchema = z.object({
  kind: z.literal('clearance'),
  version: z.literal(1),
  /** A UUIDv7. */
  id: z.string(),
  /** Milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
  tenant: z.string(),
  sub: z.string(),
  session_id: z.number().int(),
  username: z.string(),
  /** The application that the caller uses. */
  client: z.string(),
  roles: z.array(z.string()),
  groups: z.array(z.string()),
  departments: z.array(z.string()),
  policy_version: z.string(),
  /** The highest level that policy lets this caller see. */
  clearance: levelSchema,
  basis: clearanceBasisSchema,
  /** What opens the basis, AES-256-GCM under the data key named in it. */
  sealed_opening: z.string(),
})

export type ClearanceRecord = z.infer<typeof clearanceRecordSchema>

/** What names a basis: SHA-256, base64url, of its JSON text with the members in their order. */
export function digestOfBasis(basis: ClearanceBasis): string {
  const { id, policies, schema, registry, entities, claims, masked, shift, opening } = basis
  const ordered = { id, policies, schema, registry, entities, claims, masked, shift, opening }
  return hash('sha256', JSON.stringify(ordered), 'base64url')
}
