import canonicalize from 'canonicalize'
import { fromBase64Url } from '../base64url.ts'
import type { EvidencePart } from '../evidence/evidence-part.ts'
import { layerTextsOf } from '../evidence/layer-texts.ts'
import { claimsDigest, openingDigest } from '../evidence/make-evidence.ts'
import { asMembers, InvalidEvidence, type Members } from '../evidence/members.ts'
import { PORTABLE_HASHES } from '../evidence/salted-hashes.ts'
import { sameBytes } from '../log/hashes.ts'
import { digestRecord } from '../log/record-commitment.ts'
import { committedOf, unpackLevels } from '../sigma/committed-number.ts'
import { MalformedProof } from '../sigma/group.ts'
import { ristretto255 } from '../sigma/ristretto255.ts'
import type { OpenedRecord, ShownLeaf } from './shown-leaf.ts'

/** The levels to which an opened commitment committed: those of a request, or that of a clearance. */
export type OpenedLevels = { readonly sensitivity: number; readonly restored: number } | { readonly clearance: number }

/**
 * Checks a record that is shown: that it is the one that was committed to, and about what its evidence part says.
 *
 * @returns the levels, where the secrets are shown, too.
 * @throws {InvalidEvidence} where it is not.
 */
export function checkOpened(part: EvidencePart, { opened, recordDigest }: ShownLeaf): OpenedLevels | undefined {
  if (opened === undefined) return undefined
  const { salt, record, secrets } = opened
  const sequence = part.inSession?.sequence
  const text = canonicalize({ position: part.position, ...(sequence === undefined ? {} : { sequence }), record }) ?? ''
  if (!sameBytes(digestRecord(salt, new TextEncoder().encode(text)), recordDigest)) {
    throw new InvalidEvidence('the record that is shown is not the one that was committed to.')
  }
  requireSameFacts(part, record)
  return secrets === undefined ? undefined : checkSecrets(part, record, secrets)
}

const KINDS: Readonly<Record<string, readonly EvidencePart['kind'][]>> = {
  request: ['answered', 'refused', 'unopened'],
  clearance: ['clearance', 'unopened'],
}

/**
 * Who commits to a record that says something else than its evidence part is caught once the record is shown.
 *
 * @throws {InvalidEvidence} then.
 */
export function requireSameFacts(part: EvidencePart, record: Members): void {
  const { kind, id, tenant, time_ms: time, session_id: session, outcome } = record
  const kinds = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : ['other']
  const isSame =
    kinds?.includes(part.kind) === true &&
    id === part.id &&
    (tenant === undefined || tenant === part.tenant) &&
    time === part.time &&
    (part.inSession === undefined || session === part.inSession.session) &&
    (!('decision' in part) || outcome === part.decision) &&
    isPublished(part, record)
  if (!isSame) throw new InvalidEvidence('the record that is shown says something else than its evidence part.')
}

/** What a record was made with stands in it, too; one that was not opened has no such part to compare with. */
function isPublished(part: EvidencePart, { evidence, basis }: Members): boolean {
  switch (part.kind) {
    case 'answered':
    case 'refused': {
      const { kind, endpoints, permitted, residual, masked, shift } = part
      const published = { kind, basis: part.basis, endpoints, permitted, residual, masked, shift }
      return canonicalize(evidence) === canonicalize(published)
    }
    case 'clearance':
      return canonicalize(basis) === canonicalize(part.basis)
    case 'other':
    case 'unopened':
      return true
  }
}

function checkSecrets(
  part: EvidencePart,
  record: Members,
  secrets: NonNullable<OpenedRecord['secrets']>,
): OpenedLevels {
  if (part.kind === 'other' || part.kind === 'unopened') throw new InvalidEvidence('it has no commitment to open.')
  const { masked, shift, opening } = part.kind === 'clearance' ? part.basis : part
  if (openingDigest(secrets) !== opening) throw new InvalidEvidence('the opening is not the one that was committed to.')
  if (!commitsTo(masked, secrets)) throw new InvalidEvidence('the opening does not open the commitment.')
  const committed = numberOf(secrets.a, shift)
  if (part.kind === 'clearance') {
    if (committed > HIGHEST_LEVEL) throw new InvalidEvidence('the clearance is no level.')
    if (committed !== record['clearance']) throw new InvalidEvidence('its record has another clearance.')
    if (claimsDigest(secrets.k, claimsText(record)) !== part.basis.claims) {
      throw new InvalidEvidence('the claims are not those that were committed to.')
    }
    return { clearance: committed }
  }
  requireLayers(part.layers, record, secrets.k)
  const levels = unpackLevels(committed)
  const detected = asMembers(record['tile'])?.['level'] ?? HIGHEST_LEVEL
  if (levels.sensitivity !== detected) throw new InvalidEvidence('its record has another sensitivity.')
  if (levels.sensitivity > (part.permitted ?? HIGHEST_LEVEL)) {
    throw new InvalidEvidence('its sensitivity is above what an endpoint that got a part of it may get.')
  }
  if (part.kind === 'refused' && levels.restored > 0) {
    throw new InvalidEvidence('something was restored in a request that was refused.')
  }
  return levels
}

const HIGHEST_LEVEL = 7

function claimsText(record: Members): string {
  const { sub, username, roles, groups, departments, client, clearance, policy_version } = record
  return canonicalize({ sub, username, roles, groups, departments, client, clearance, policy_version }) ?? ''
}

/** Tells whether the mask is `a * G + t * H`. */
function commitsTo(masked: string, { a, t }: NonNullable<OpenedRecord['secrets']>): boolean {
  try {
    const { generator, secondGenerator, decodeScalar, encodePoint, sum } = ristretto255
    const point = sum([
      [decodeScalar(a), generator],
      [decodeScalar(t), secondGenerator],
    ])
    return sameBytes(encodePoint(point), fromBase64Url(masked) ?? new Uint8Array())
  } catch (error) {
    if (error instanceof MalformedProof) return false
    throw error
  }
}

function numberOf(a: Uint8Array, shift: string): number {
  try {
    const bytes = fromBase64Url(shift) ?? new Uint8Array()
    ristretto255.decodeScalar(bytes)
    return committedOf(a, bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof MalformedProof) {
      throw new InvalidEvidence('the commitment opens to no levels.')
    }
    throw error
  }
}

function requireLayers(layers: readonly string[], record: Members, k: Uint8Array): void {
  const texts = layerTextsOf(layersOf(record['layers']), layersOf(record['violations']))
  const salt = PORTABLE_HASHES.salts(k)
  const encoder = new TextEncoder()
  const digests = texts.map((text, index) => PORTABLE_HASHES.digest(salt(`layer ${index}`), encoder.encode(text)))
  if (digests.join() !== layers.join()) throw new InvalidEvidence('its layers are not those that were committed to.')
}

function layersOf(value: unknown): readonly (Members & { readonly layer: string })[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.map((item) => {
    const members = asMembers(item)
    const layer = members?.['layer']
    if (members === undefined || typeof layer !== 'string') throw new InvalidEvidence('the record has no layers.')
    return { ...members, layer }
  })
}
