import { fromBase64Url } from '../base64url.ts'
import type { ClearanceEvidence, EvidencePart } from '../evidence/evidence-part.ts'
import { basisDigest } from '../evidence/make-evidence.ts'
import { InvalidEvidence } from '../evidence/members.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { type Digest, hashLeaf } from '../log/hashes.ts'
import { commitToDigests } from '../log/record-commitment.ts'
import type { LevelStatement } from '../sigma/level-statements.ts'
import type { StatementVerifier } from '../sigma/verify-statement.ts'
import { checkOpened, type OpenedLevels } from './check-opened.ts'
import type { LeafState, OpenedRecord, ShownLeaf } from './shown-leaf.ts'

/** Something that evidence must not be: a false proof, an altered field. The message names the place first. */
export class EvidenceFault extends Error {
  override readonly name = 'EvidenceFault'

  constructor(place: string, what: string) {
    super(`${place}: ${what}`)
  }
}

/** A leaf whose evidence part was read, and what the tree has for it. */
export interface ReadLeaf {
  readonly index: number
  readonly part: EvidencePart
  /** Its hash in the tree. */
  readonly hash: Digest
}

/** A clearance record on which requests may rely: it is in the tree. */
export interface KnownClearance {
  readonly leaf: ReadLeaf & { readonly part: ClearanceEvidence }
  /** Whether its own proof was verified: that the clearance is a level. */
  readonly isProved: boolean
  /** The clearance, where its commitment was opened. */
  readonly level: number | undefined
}

/** What leaves are judged by. */
export interface Judging {
  /** The verifier of proofs. */
  readonly verify: StatementVerifier
  /** The record of a leaf, where another file shows it. */
  readonly recordOf?: (leaf: ReadLeaf) => OpenedRecord | undefined
}

/** The same, in one log. */
export interface ProofCheck extends Judging {
  /** The name of the log: it stands in the tag of each proof. */
  readonly origin: string
}

/** How far a leaf is proved. */
export type Outcome =
  /** Its proof was verified, and that of the clearance on which it relies. */
  | 'proved'
  /** Its commitment was opened and is what the opening says. */
  | 'opened'
  /** No proof yet, says whoever handed it over; or the clearance on which it relies has none yet. */
  | 'pending'
  /** No proof, because the record was erased. */
  | 'erased'
  /** No proof could be made, or the clearance on which it relies is not shown. */
  | 'unproved'
  /** No request: there is nothing to prove. */
  | 'no-request'

/** What was found of one leaf. */
export interface LeafVerdict {
  readonly index: number
  readonly part: EvidencePart
  readonly outcome: Outcome
  /** Why it is not proved, where there is more to say than the outcome. */
  readonly why?: 'clearance-not-shown' | 'clearance-pending' | undefined
  /** Whether the record itself was shown and is the one that was committed to. */
  readonly isShown: boolean
  /** The hidden levels, where the commitment was opened. */
  readonly levels?: OpenedLevels | undefined
  /** Whether the clearance on which it relies was opened, too, and is not below what might be restored. */
  readonly isWithinClearance?: boolean
  /** Whether the record was shown, and is that of an erasure. */
  readonly isErasure?: boolean
}

/** Reads a leaf. Throws {@link EvidenceFault} where its evidence part is none. */
export function readShownLeaf({ evidence, recordDigest }: ShownLeaf, index: number, place: string): ReadLeaf {
  const part = within(place, () => readEvidence(evidence))
  return { index, part, hash: hashLeaf(commitToDigests(new TextEncoder().encode(evidence), recordDigest)) }
}

/** Runs what reads; its complaint becomes a fault at the place. */
export function within<Value>(place: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvalidEvidence) throw new EvidenceFault(place, error.message)
    throw error
  }
}

/** The clearance of a leaf on which requests may rely; undefined where it is no clearance. */
export function clearanceOf(
  { index, hash, part }: ReadLeaf,
  { outcome, levels }: LeafVerdict,
): KnownClearance | undefined {
  if (part.kind !== 'clearance') return undefined
  const level = levels !== undefined && 'clearance' in levels ? levels.clearance : undefined
  return { leaf: { index, hash, part }, isProved: outcome === 'proved', level }
}

/**
 * Judges a leaf that is in the tree.
 *
 * @param clearance the record that the request names, where it is known.
 * @throws {EvidenceFault} where something is false; what is merely missing is told by the verdict.
 */
export function judgeLeaf(
  leaf: ReadLeaf,
  given: ShownLeaf & { readonly state: LeafState },
  clearance: KnownClearance | undefined,
  check: ProofCheck,
  place: string,
): LeafVerdict {
  const { index, part } = leaf
  const shown = { ...given, opened: given.opened ?? check.recordOf?.(leaf) }
  if (clearance !== undefined) requireClearance(leaf, clearance, place)
  requireState(part, shown, clearance, place)
  const levels = within(place, () => checkOpened(part, shown))
  const isWithinClearance = requireWithin(levels, clearance, place)
  const isVerified =
    (part.kind !== 'answered' || clearance !== undefined) && verifyProof(leaf, shown, clearance, check, place)
  const isOpened = levels !== undefined && part.kind !== 'clearance'
  const verdict = {
    ...{ index, part, isShown: shown.opened !== undefined },
    ...(levels === undefined ? {} : { levels, isWithinClearance }),
    isErasure: part.kind === 'other' && shown.opened?.record['event'] === ERASURE,
  }
  if (part.kind === 'other') return { ...verdict, outcome: 'no-request' }
  if (isVerified && (part.kind !== 'answered' || clearance?.isProved)) return { ...verdict, outcome: 'proved' }
  if (isOpened) return { ...verdict, outcome: 'opened' }
  if (shown.proof === null) return { ...verdict, outcome: shown.state === 'proved' ? 'unproved' : shown.state }
  return clearance === undefined
    ? { ...verdict, outcome: 'unproved', why: 'clearance-not-shown' }
    : { ...verdict, outcome: 'pending', why: 'clearance-pending' }
}

/** What the record of an erasure says it did. */
export const ERASURE = 'person.erased'

/** Whether both were opened. What might be restored above the clearance is a fault, as a false proof of it is. */
function requireWithin(
  levels: OpenedLevels | undefined,
  clearance: KnownClearance | undefined,
  place: string,
): boolean {
  if (levels === undefined || !('restored' in levels) || clearance?.level === undefined) return false
  if (levels.restored <= clearance.level) return true
  throw new EvidenceFault(place, 'a value above the clearance of its caller might be restored.')
}

/** An answered request relies on the clearance that it names, of its own session, committed to before it. */
function requireClearance({ index, part }: ReadLeaf, { leaf }: KnownClearance, place: string): void {
  if (part.kind !== 'answered') {
    throw new EvidenceFault(place, 'it relies on no clearance, and one stands beside it.')
  }
  if (basisDigest(leaf.part.basis) !== part.basis) {
    throw new EvidenceFault(place, 'the clearance beside it is not the one that it names.')
  }
  if (leaf.part.tenant !== part.tenant || leaf.part.inSession?.session !== part.inSession?.session) {
    throw new EvidenceFault(place, 'the clearance that it names is of another tenant or session.')
  }
  if (leaf.index >= index || leaf.part.position >= part.position) {
    throw new EvidenceFault(place, 'the clearance that it names stands behind it in the log.')
  }
}

function requireState(
  { kind }: EvidencePart,
  { proof, state }: ShownLeaf & { readonly state: LeafState },
  clearance: KnownClearance | undefined,
  place: string,
): void {
  const isProvable = kind !== 'other' && kind !== 'unopened'
  if (!isProvable && (proof !== null || state === 'proved' || state === 'pending')) {
    throw new EvidenceFault(place, `a record of the kind "${kind}" has no proof.`)
  }
  if (state === 'proved' && proof === null) throw new EvidenceFault(place, 'its proof is missing.')
  // A proof that is there may still wait for that of its clearance.
  const isWaiting = state === 'pending' && clearance?.isProved === false
  if (proof !== null && state !== 'proved' && !isWaiting) {
    throw new EvidenceFault(place, `it has a proof, and its state is "${state}".`)
  }
}

/** False where there is no proof. */
function verifyProof(
  { part, hash }: ReadLeaf,
  { proof }: ShownLeaf,
  clearance: KnownClearance | undefined,
  check: ProofCheck,
  place: string,
): boolean {
  if (proof === null) return false
  const statement = statementOf(part, clearance)
  if (statement === undefined || !check.verify(statement, { logOrigin: check.origin, leafHash: hash }, proof)) {
    throw new EvidenceFault(place, 'its proof is false.')
  }
  return true
}

/** What the proof of a record shows. No field of a bundle is used but those that the log has committed to. */
function statementOf(part: EvidencePart, clearance: KnownClearance | undefined): LevelStatement | undefined {
  switch (part.kind) {
    case 'answered':
      return (
        clearance && {
          ...{ kind: 'answered', permittedLevel: part.permitted ?? HIGHEST_LEVEL, ...commitmentOf(part) },
          clearance: commitmentOf(clearance.leaf.part.basis),
        }
      )
    case 'refused':
      return { kind: 'refused', permittedLevel: part.permitted ?? HIGHEST_LEVEL, ...commitmentOf(part) }
    case 'clearance':
      return { kind: 'clearance', ...commitmentOf(part.basis) }
    case 'other':
    case 'unopened':
      return undefined
  }
}

/** A request that went to no endpoint has nothing that an endpoint must not get. */
const HIGHEST_LEVEL = 7

function commitmentOf({ masked, shift }: { readonly masked: string; readonly shift: string }) {
  // The reader of evidence parts has made sure that they are 32 bytes.
  return { masked: fromBase64Url(masked) ?? NONE, shift: fromBase64Url(shift) ?? NONE }
}

const NONE = new Uint8Array()
