import { sha256 } from '@noble/hashes/sha2.js'

/** A SHA-256 hash: 32 bytes. */
export type Digest = Uint8Array

export const DIGEST_BYTES = 32

/** The root of a tree without leaves. Source: RFC 9162, section 2.1.1. */
export const EMPTY_ROOT: Digest = sha256(new Uint8Array())

const LEAF_PREFIX = Uint8Array.of(0)
const NODE_PREFIX = Uint8Array.of(1)

/** The hash of an entry of the log. Source: RFC 9162, section 2.1.1. */
export function hashLeaf(entry: Uint8Array): Digest {
  return sha256.create().update(LEAF_PREFIX).update(entry).digest()
}

/** The hash of two neighbours. Source: RFC 9162, section 2.1.1. */
export function hashNode(left: Digest, right: Digest): Digest {
  return sha256.create().update(NODE_PREFIX).update(left).update(right).digest()
}

/** Tells whether two byte strings are the same. Neither is secret. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
