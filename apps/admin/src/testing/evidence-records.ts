import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  type ClearanceRecord,
  canonicalJson,
  digestOfBasis,
  lowestPermitted,
  type RequestEvidence,
  type RequestRecord,
  trailRecordSchema,
  writeOpening,
  writeRequestOpening,
} from '@sluice/contracts'
import { packLevels, shiftOf } from '@sluice/evidence'
import { openEvidenceProver } from '@sluice/evidence/node'
import type { KeyRing } from '@sluice/token-vault'

/** What a request for tests is about, whether or not it keeps the rules. */
interface LevelsForTests {
  readonly kind: RequestEvidence['kind']
  readonly sensitivity: number
  readonly restored?: number
  readonly endpoints?: RequestEvidence['endpoints']
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const none = createHash('sha256').digest('base64url')

/** For tests: makes records that commit to levels, as a gateway does. */
export async function openEvidenceRecords(keyRing: Pick<KeyRing, 'seal'>, tenant: string) {
  const prover = await openEvidenceProver()
  let serial = 0

  function commit(number: number) {
    const { masked, value, blinding } = prover.createMask()
    const key = randomBytes(32)
    const opening = { key: text(key), value: text(value), blinding: text(blinding) }
    const digestOf = (name: string, ...parts: readonly (string | Uint8Array)[]) => {
      const hash = createHash('sha256').update(createHmac('sha256', key).update(name).digest())
      for (const part of parts) hash.update(part)
      return hash.digest('base64url')
    }
    const digest = digestOf('opening', value, blinding)
    return { masked: text(masked), shift: text(shiftOf(value, number)), opening, digest, digestOf }
  }

  return {
    clearance(level: ClearanceRecord['clearance'], session: number): ClearanceRecord {
      serial += 1
      const id = `clearance-${tenant}-${serial}`
      const { masked, shift, opening, digest, digestOf } = commit(level)
      const claims = {
        ...{ sub: 'alice', username: 'alice', client: 'app', roles: [], groups: [], departments: [] },
        ...{ policy_version: 'p', clearance: level },
      }
      return {
        ...{ kind: 'clearance', version: 1, id, time_ms: Date.now(), tenant, session_id: session, ...claims },
        basis: {
          ...{ id, policies: none, schema: none, registry: none, entities: none },
          ...{ claims: digestOf('claims', canonicalJson(claims)), masked, shift, opening: digest },
        },
        sealed_opening: keyRing.seal({ purpose: 'evidence', tenant }, writeOpening(opening), id),
      }
    },

    request(levels: LevelsForTests, clearance: ClearanceRecord | undefined, changes: object = {}): RequestRecord {
      serial += 1
      const id = `request-${tenant}-${serial}`
      const { kind, sensitivity, restored = 0, endpoints = [] } = levels
      const { masked, shift, opening } = commit(packLevels({ sensitivity, restored }))
      const basis = clearance === undefined ? null : digestOfBasis(clearance.basis)
      const sealed = writeRequestOpening({ ...opening, prompt: none, restored: none, delivered: '[]' })
      return trailRecordSchema.parse({
        ...{ kind: 'request', version: 4, id, request_id: `r-${serial}`, time_ms: Date.now(), tenant, sub: 'alice' },
        ...{ session_id: clearance?.session_id ?? 7, model: 'gpt-test', policy_version: 'p', cache_hit: false },
        outcome: kind === 'answered' ? 'answered' : 'denied',
        layers: [{ layer: 'L0', outcome: 'allow', duration_ms: 0.5, findings: 0 }],
        violations: [],
        evidence: { kind, basis, endpoints, permitted: lowestPermitted(endpoints), residual: null, masked, shift },
        ...{ commitment: none, sealed_opening: keyRing.seal({ purpose: 'evidence', tenant }, sealed, id) },
        ...changes,
      }) as RequestRecord
    },
  }
}
