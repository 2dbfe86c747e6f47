import { readLogProof } from '../log/log-proof.ts'
import { type TreeHead, verifyInclusion } from '../log/merkle-proofs.ts'
import { InvalidNote } from '../log/signed-note.ts'
import { type TrustedKeys, type VerifiedCheckpoint, verifyCheckpoint } from '../log/verify-checkpoint.ts'
import { type Bundle, type CompanionLeaf, readBundle } from './bundle.ts'
import {
  clearanceOf,
  ERASURE,
  EvidenceFault,
  type Judging,
  judgeLeaf,
  type KnownClearance,
  type LeafVerdict,
  type ProofCheck,
  type ReadLeaf,
  readShownLeaf,
  within,
} from './judge-leaf.ts'

/** The leaf of an act that is said to have erased a record. */
interface ReadErasure extends ReadLeaf {
  /** Whether its record was shown, and is that of an erasure. */
  readonly isErasure: boolean
}

/** What a bundle was found to be. */
export interface VerifiedBundle {
  readonly checkpoint: VerifiedCheckpoint
  readonly leaf: ReadLeaf
  readonly verdict: LeafVerdict
  readonly clearance: KnownClearance | undefined
  /** The record of the erasure, where one stands beside it. */
  readonly erasure: ReadErasure | undefined
  /** Whether it has an attestation, which nothing here verifies. */
  readonly hasAttestation: boolean
}

/**
 * Verifies a bundle without the service, its database or a network.
 *
 * @param place what the bundle is called in the message of a fault.
 * @throws {EvidenceFault} for the first fault.
 */
export function verifyBundle(text: string, keys: TrustedKeys, judging: Judging, place = 'The bundle'): VerifiedBundle {
  const bundle = within(place, () => readBundle(text))
  const { index, path, checkpoint } = readProof(bundle, keys, place)
  const { head, origin } = checkpoint
  const check = { ...judging, origin }
  const leaf = inTree(readShownLeaf(bundle, index, place), head, path, place)
  const { clearance: companion, erasure: eraser } = bundle
  const clearance = companion === null ? undefined : judgeClearance(companion, head, check, `${place}, its clearance`)
  const verdict = judgeLeaf(leaf, bundle, clearance, check, place)
  if (companion === null && leaf.part.kind === 'answered') throw new EvidenceFault(place, 'its clearance is missing.')
  if (bundle.state === 'proved' && verdict.outcome === 'pending') {
    throw new EvidenceFault(place, 'it claims to be proved, and the clearance on which it relies has no proof.')
  }
  return {
    ...{ checkpoint, leaf, verdict, clearance, hasAttestation: bundle.attestation !== undefined },
    erasure: eraser && erasureOf(eraser, leaf, bundle, { head, check }, `${place}, its erasure`),
  }
}

function readProof({ logProof }: Bundle, keys: TrustedKeys, place: string) {
  try {
    const { index, path, checkpoint, extra } = readLogProof(logProof)
    if (extra !== undefined)
      throw new EvidenceFault(place, 'its proof of the log has a line for which nothing vouches.')
    return { index, path, checkpoint: verifyCheckpoint(checkpoint, keys) }
  } catch (error) {
    if (error instanceof InvalidNote) throw new EvidenceFault(place, error.message)
    throw error
  }
}

function inTree(leaf: ReadLeaf, head: TreeHead, path: readonly Uint8Array[], place: string): ReadLeaf {
  if (!verifyInclusion(leaf.hash, leaf.index, head, path)) {
    throw new EvidenceFault(place, `it is not what the log has committed to as leaf ${leaf.index}.`)
  }
  return leaf
}

function judgeClearance(companion: CompanionLeaf, head: TreeHead, check: ProofCheck, place: string): KnownClearance {
  const leaf = inTree(readShownLeaf(companion, companion.index, place), head, companion.path, place)
  const state = companion.proof === null ? 'pending' : 'proved'
  const clearance = clearanceOf(leaf, judgeLeaf(leaf, { ...companion, state }, undefined, check, place))
  if (clearance === undefined) throw new EvidenceFault(place, 'it is not the record of a clearance.')
  return clearance
}

/** The record of an erasure says of whom only where it is shown; that it came later, the log shows. */
function erasureOf(
  companion: CompanionLeaf,
  erased: ReadLeaf,
  { state, proof }: Bundle,
  { head, check }: { readonly head: TreeHead; readonly check: ProofCheck },
  place: string,
): ReadErasure {
  const leaf = inTree(readShownLeaf(companion, companion.index, place), head, companion.path, place)
  requireErasure(leaf, erased, place)
  if (companion.opened !== undefined && companion.opened.record['event'] !== ERASURE) {
    throw new EvidenceFault(place, 'its record is not that of an erasure.')
  }
  if (state !== 'erased' && proof === null) {
    throw new EvidenceFault(place, 'the record that it stands beside is not erased.')
  }
  const { isErasure = false } = judgeLeaf(leaf, { ...companion, state: 'unproved' }, undefined, check, place)
  return { ...leaf, isErasure }
}

/** @throws {EvidenceFault} where a leaf cannot be the record of the erasure of another. */
function requireErasure(leaf: ReadLeaf, erased: ReadLeaf, place: string): void {
  if (leaf.part.kind !== 'other') throw new EvidenceFault(place, 'it is not the record of an act.')
  if (leaf.part.tenant !== erased.part.tenant || leaf.index <= erased.index) {
    throw new EvidenceFault(place, 'it is of another tenant, or stands before what it is said to have erased.')
  }
}
