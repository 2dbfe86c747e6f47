import { sha256 } from '@noble/hashes/sha2.js'
import type { Digest } from './hashes.ts'

/** What an entry of the log commits to. */
interface CommittedRecord {
  /** Public fields and commitments of a proof; empty where the record has none. */
  readonly evidence: Uint8Array
  /** 32 random bytes. Once they are destroyed, nobody can tell whether a record is the one that was committed to. */
  readonly salt: Uint8Array
  /** The record in its canonical form, in UTF-8. */
  readonly record: Uint8Array
}

/**
 * The entry of a record in the log: SHA-256 over two digests, that of its evidence and that of salt and record. Either
 * can be checked without being shown the other.
 */
export function commitToRecord({ evidence, salt, record }: CommittedRecord): Digest {
  return commitToDigests(evidence, digestRecord(salt, record))
}

/** The same of a record that is not shown. */
export function commitToDigests(evidence: Uint8Array, recordDigest: Digest): Digest {
  return sha256.create().update(sha256(evidence)).update(recordDigest).digest()
}

/** What stands for a record that is not shown. */
export function digestRecord(salt: Uint8Array, record: Uint8Array): Digest {
  return sha256.create().update(salt).update(record).digest()
}
