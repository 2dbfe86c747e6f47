import { concatenate } from '../bytes.ts'
import { type Group, writeLittleEndian } from './group.ts'
import type { LevelStatement } from './level-statements.ts'

/** What a proof is bound to, beside its statement. */
export interface ProofContext {
  /** The origin of the log that the leaf is in. */
  readonly logOrigin: string
  /** SHA-256 of the leaf, 32 bytes: the leaf holds every public field of the record. */
  readonly leafHash: Uint8Array
}

const PROTOCOL = 'sluice-evidence'
const VERSION = '1'
/** The drafts' name for proofs that consist of the challenge and the responses. */
const FLAVOUR = 'CMPT'

const LEAF_HASH_BYTES = 32

/**
 * The tag of a proof: each field behind its length in four bytes, little-endian, so that no two lists are alike.
 *
 * @throws {RangeError} for a hash of another length.
 */
export function tagOf(
  { suite }: Pick<Group<unknown>, 'suite'>,
  { kind }: LevelStatement,
  { logOrigin, leafHash }: ProofContext,
): Uint8Array {
  if (leafHash.length !== LEAF_HASH_BYTES) throw new RangeError(`A leaf's hash has ${LEAF_HASH_BYTES} bytes.`)
  const text = new TextEncoder()
  const names = [PROTOCOL, VERSION, FLAVOUR, suite, kind, logOrigin].map((name) => text.encode(name))
  return concatenate([...names, leafHash].flatMap((field) => [writeLittleEndian(BigInt(field.length), 4), field]))
}
