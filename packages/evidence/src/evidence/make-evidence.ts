import {
  type AnsweredEvidence,
  type ClearanceBasis,
  type EndpointLevel,
  type RecordPlace,
  type RefusedEvidence,
  writeBasis,
} from './evidence-part.ts'
import { lowestLevelOf } from './read-evidence.ts'
import { PORTABLE_HASHES, type SaltedHashes } from './salted-hashes.ts'

/** What opens a commitment, and what salts are made of. */
interface OpeningSecrets {
  /** The key of the record's salts: 32 random bytes. */
  readonly k: Uint8Array
  /** The value and the blinding of the mask: encoded scalars, 32 bytes each. */
  readonly a: Uint8Array
  readonly t: Uint8Array
}

/** What the sealed opening of a request holds. */
interface RequestSecrets extends OpeningSecrets {
  /** SHA-256 of the bytes that were last sent to an endpoint; of no bytes where none were. */
  readonly prompt: Uint8Array
  /** SHA-256 of the tokens that were restored, sorted and joined by line feeds. */
  readonly restored: Uint8Array
}

interface RequestFacts {
  /** In the order in which they were first asked, each once. */
  readonly endpoints: readonly EndpointLevel[]
  readonly residual: number | null
  /** As the request published them: base64url. */
  readonly masked: string
  readonly shift: string
}

/** What a request's record says in the clear of how it ended. */
type PublicFacts = RequestFacts &
  (Pick<AnsweredEvidence, 'kind' | 'decision' | 'basis'> | Pick<RefusedEvidence, 'kind' | 'decision' | 'basis'>)

/**
 * Makes the evidence part of a request. Nothing is checked here: a record that lies gets a part whose proof fails.
 *
 * @param layerTexts what `layerTextsOf` gives.
 */
export function makeRequestEvidence(
  { tenant, position, id, time, inSession }: RecordPlace,
  facts: PublicFacts,
  secrets: RequestSecrets,
  layerTexts: readonly string[],
  hashes: SaltedHashes = PORTABLE_HASHES,
): AnsweredEvidence | RefusedEvidence {
  const { endpoints, residual, masked, shift } = facts
  const salt = hashes.salts(secrets.k)
  const encoder = new TextEncoder()
  const made = {
    ...{ tenant, position, id, time, inSession, endpoints, permitted: lowestLevelOf(endpoints) },
    prompt: hashes.digest(salt('prompt'), secrets.prompt),
    restored: hashes.digest(salt('restored'), secrets.restored),
    ...{ residual, masked, shift, opening: hashes.digest(salt('opening'), secrets.a, secrets.t) },
    layers: layerTexts.map((text, index) => hashes.digest(salt(`layer ${index}`), encoder.encode(text))),
  }
  return facts.kind === 'answered'
    ? { ...made, kind: facts.kind, decision: facts.decision, basis: facts.basis }
    : { ...made, kind: facts.kind, decision: facts.decision, basis: facts.basis }
}

/** The digest of an opening. It binds what was committed to also against a quantum computer. */
export function openingDigest({ k, a, t }: OpeningSecrets, hashes: SaltedHashes = PORTABLE_HASHES): string {
  return hashes.digest(hashes.salts(k)('opening'), a, t)
}

/** The digest of a caller's claims. @param claims their canonical JSON (RFC 8785). */
export function claimsDigest(k: Uint8Array, claims: string, hashes: SaltedHashes = PORTABLE_HASHES): string {
  return hashes.digest(hashes.salts(k)('claims'), new TextEncoder().encode(claims))
}

/** The digest by which requests name what gave their caller its clearance. */
export function basisDigest(basis: ClearanceBasis, hashes: SaltedHashes = PORTABLE_HASHES): string {
  return hashes.digest(new TextEncoder().encode(writeBasis(basis)))
}
