import { concatenate } from '../bytes.ts'
import { writeLittleEndian } from './group.ts'
import type { LevelStatement } from './level-statements.ts'
import { ristretto255 } from './ristretto255.ts'

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

/** The tag of a proof: each field behind its length in four bytes, little-endian, so that no two lists are alike. */
export function tagOf({ kind }: LevelStatement, { logOrigin, leafHash }: ProofContext): Uint8Array {
  const text = new TextEncoder()
  const names = [PROTOCOL, VERSION, FLAVOUR, ristretto255.suite, kind, logOrigin].map((name) => text.encode(name))
  return concatenate([...names, leafHash].flatMap((field) => [writeLittleEndian(BigInt(field.length), 4), field]))
}
