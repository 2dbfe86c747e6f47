import { anyObject, asMembers, base64, digest, InvalidEvidence, type Members, oneOf } from '../evidence/members.ts'
import { toBase64 } from '../log/base64.ts'
import type { Digest } from '../log/hashes.ts'

/** What an entry of the log is made of, as far as it is shown: the evidence part, and the digest of the record. */
export interface ShownLeaf {
  /** Its text, in its only form. */
  readonly evidence: string
  /** SHA-256 of salt and record, neither of which is shown. */
  readonly recordDigest: Digest
  /** Null where there is none. */
  readonly proof: Uint8Array | null
  /** The record itself, where it is shown. */
  readonly opened?: OpenedRecord | undefined
}

/** A record that is shown. */
export interface OpenedRecord {
  readonly salt: Uint8Array
  /** JSON. */
  readonly record: Members
  /** What opens its commitment: the key of its salts, the value and the blinding of its mask; 32 bytes each. */
  readonly secrets?: { readonly k: Uint8Array; readonly a: Uint8Array; readonly t: Uint8Array } | undefined
}

/**
 * How far a record is proved: `proved` with a proof, also where the record was erased since. Without one, whoever hands
 * it over says why: `pending`: it will have one; `erased`: none can be made any more; `unproved`: there is nothing to
 * prove, or no proof could be made.
 */
const LEAF_STATES = ['proved', 'pending', 'erased', 'unproved'] as const
export type LeafState = (typeof LEAF_STATES)[number]

const MAX_PROOF_BYTES = 8_192
const SECRET_BYTES = 32

/** The members of a leaf in their order. */
export function leafMembers({ evidence, recordDigest, proof }: ShownLeaf) {
  return { evidence, record_digest: toBase64(recordDigest), proof: proof === null ? null : toBase64(proof) }
}

/** The member `opened`, where a record is shown. */
export function openedMember({ opened }: ShownLeaf) {
  if (opened === undefined) return {}
  const { salt, record, secrets } = opened
  const shown = secrets && { k: toBase64(secrets.k), a: toBase64(secrets.a), t: toBase64(secrets.t) }
  return { opened: { salt: toBase64(salt), record, ...(shown === undefined ? {} : { secrets: shown }) } }
}

/** @throws {InvalidEvidence} where the members are not those of a leaf. */
export function readLeaf(members: Members): ShownLeaf {
  const { evidence, proof } = members
  if (typeof evidence !== 'string') throw new InvalidEvidence('"evidence" is not a text.')
  return {
    ...{ evidence, recordDigest: digest(members, 'record_digest') },
    proof: proof === null ? null : base64(members, 'proof', MAX_PROOF_BYTES),
    ...(members['opened'] === undefined ? {} : { opened: readOpened(members['opened']) }),
  }
}

export function readState(members: Members): LeafState {
  return oneOf(members, 'state', LEAF_STATES)
}

function readOpened(value: unknown): OpenedRecord {
  const members = asMembers(value)
  if (members === undefined) throw new InvalidEvidence('"opened" is not an object.')
  const record = anyObject(members['record'], 'record')
  const salt = base64(members, 'salt', SECRET_BYTES)
  return { salt, record, ...(members['secrets'] === undefined ? {} : { secrets: readSecrets(members['secrets']) }) }
}

function readSecrets(value: unknown): OpenedRecord['secrets'] {
  const members = asMembers(value)
  if (members === undefined) throw new InvalidEvidence('"secrets" is not an object.')
  return { k: digest(members, 'k'), a: digest(members, 'a'), t: digest(members, 't') }
}
