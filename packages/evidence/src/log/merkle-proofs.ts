import { type Digest, EMPTY_ROOT, hashNode, sameBytes } from './hashes.ts'

/** A tree with so many leaves and this root. */
export interface TreeHead {
  /** Number of leaves, 0 to 2^53 - 1. */
  readonly size: number
  readonly root: Digest
}

/**
 * Tells whether a leaf stands at an index of a tree.
 *
 * @param path the hashes beside the way from the leaf to the root, from the leaf on.
 * Source: RFC 9162, section 2.1.3.2.
 */
export function verifyInclusion(
  leaf: Digest,
  index: number,
  { size, root }: TreeHead,
  path: readonly Digest[],
): boolean {
  if (!isIndex(index) || index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const beside of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = hashNode(beside, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      hash = hashNode(hash, beside)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(hash, root)
}

/**
 * Tells whether a tree begins with all leaves of an older one, in their order. Each tree begins with the empty one and
 * with itself; both have empty proofs.
 *
 * Source: RFC 9162, section 2.1.4.2.
 */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Digest[]): boolean {
  if (!isIndex(older.size) || !isIndex(newer.size) || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && sameBytes(older.root, EMPTY_ROOT)
  let [node, last] = [older.size - 1, newer.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  // Where the older tree is a complete subtree of the newer, its root is the first hash of the proof.
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [ofOlder, ofNewer] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      ofOlder = hashNode(hash, ofOlder)
      ofNewer = hashNode(hash, ofNewer)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      ofNewer = hashNode(ofNewer, hash)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(ofOlder, older.root) && sameBytes(ofNewer, newer.root)
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function half(value: number): number {
  return Math.floor(value / 2)
}

function isPowerOfTwo(value: number): boolean {
  let power = 1
  while (power < value) power *= 2
  return power === value
}
