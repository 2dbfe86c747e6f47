import {
  anyObject,
  asDigest,
  asMembers,
  count,
  InvalidEvidence,
  list,
  type Members,
  parseMembers,
} from '../evidence/members.ts'
import { toBase64 } from '../log/base64.ts'
import type { Digest } from '../log/hashes.ts'
import { type LeafState, leafMembers, openedMember, readLeaf, readState, type ShownLeaf } from './shown-leaf.ts'

/** A second leaf of the same tree on which a bundle relies. */
export interface CompanionLeaf extends ShownLeaf {
  readonly index: number
  /** From the leaf to the root of the checkpoint in the bundle. */
  readonly path: readonly Digest[]
}

/** The evidence of one request, for an auditor who has nothing else. */
export interface Bundle extends ShownLeaf {
  readonly state: LeafState
  /** A C2SP tlog-proof: index, path and checkpoint. */
  readonly logProof: string
  /** The record of the caller's clearance; null beside all but an answered request, which alone relies on it. */
  readonly clearance: CompanionLeaf | null
  /** The record of the erasure, where the record was erased. */
  readonly erasure?: CompanionLeaf | undefined
  /** A place for the attestation of a trusted execution environment. Nothing here verifies it. */
  readonly attestation?: Members | undefined
}

const VERSION = 1
/** In UTF-16 code units. */
const MAX_LENGTH = 1_048_576
const MAX_PATH = 63

/** Writes a bundle in its only form. The format is in docs/evidence-protocol.md. */
export function writeBundle(bundle: Bundle): string {
  const { state, logProof, clearance, erasure, attestation } = bundle
  return JSON.stringify({
    ...{ bundle: VERSION, ...leafMembers(bundle), state, log_proof: logProof },
    clearance: clearance === null ? null : companionMembers(clearance),
    ...(erasure === undefined ? {} : { erasure: companionMembers(erasure) }),
    ...openedMember(bundle),
    ...(attestation === undefined ? {} : { attestation }),
  })
}

/**
 * Reads a bundle. Nothing is verified.
 *
 * @throws {InvalidEvidence} for any other text, but for one line feed behind it.
 */
export function readBundle(text: string): Bundle {
  if (text.length > MAX_LENGTH) throw new InvalidEvidence('The bundle is too long.')
  const only = text.endsWith('\n') ? text.slice(0, -1) : text
  const members = parseMembers(only, 'bundle')
  if (members['bundle'] !== VERSION) throw new InvalidEvidence('The bundle has an unknown version.')
  const { log_proof: logProof, clearance, erasure, attestation } = members
  if (typeof logProof !== 'string') throw new InvalidEvidence('"log_proof" is not a text.')
  const shown = attestation === undefined ? undefined : anyObject(attestation, 'attestation')
  const bundle: Bundle = {
    ...{ ...readLeaf(members), state: readState(members), logProof },
    clearance: clearance === null ? null : readCompanion(clearance, 'clearance'),
    ...(erasure === undefined ? {} : { erasure: readCompanion(erasure, 'erasure') }),
    ...(shown === undefined ? {} : { attestation: shown }),
  }
  if (writeBundle(bundle) !== only) throw new InvalidEvidence('The bundle is not in its only form.')
  return bundle
}

function companionMembers(leaf: CompanionLeaf) {
  const { evidence, record_digest, proof } = leafMembers(leaf)
  const { index, path } = leaf
  return { evidence, record_digest, index, path: path.map(toBase64), proof, ...openedMember(leaf) }
}

function readCompanion(value: unknown, key: string): CompanionLeaf {
  const members = asMembers(value)
  if (members === undefined) throw new InvalidEvidence(`"${key}" is not an object.`)
  const path = list(members, 'path', MAX_PATH).map((hash) => asDigest(hash, 'path'))
  return { ...readLeaf(members), index: count(members, 'index', 0), path }
}
