import { type Digest, EMPTY_ROOT, hashNode } from './hashes.ts'

/** A complete subtree: `count` leaves, a power of 2, of which `start` is a multiple. */
export interface Subtree {
  readonly start: number
  readonly count: number
}

/** The fewest complete subtrees that have the leaves from `start` up to, and without, `end`; from left to right. */
export function subtreesBetween(start: number, end: number): readonly Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start; at < end; ) {
    let count = 1
    while (at % (count * 2) === 0 && at + count * 2 <= end) count *= 2
    subtrees.push({ start: at, count })
    at += count
  }
  return subtrees
}

/**
 * Rebuilds the root of a tree from the hashes of complete subtrees that are added from left to right. It keeps one hash
 * for each level of the tree. Source: RFC 9162, section 2.1.1.
 */
export class GrowingRoot {
  #size = 0
  /** Complete subtrees beside each other, each larger than the next. */
  readonly #subtrees: { readonly count: number; readonly hash: Digest }[] = []

  /** How many leaves were added. */
  get size(): number {
    return this.#size
  }

  /** @param count leaves below the hash, a power of 2 of which `size` is a multiple: else it throws `RangeError`. */
  add(hash: Digest, count = 1): void {
    if (this.#size % count !== 0) throw new RangeError('No subtree of the tree begins there.')
    this.#size += count
    let added = { count, hash }
    for (let last = this.#subtrees.at(-1); last?.count === added.count; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      added = { count: added.count * 2, hash: hashNode(last.hash, added.hash) }
    }
    this.#subtrees.push(added)
  }

  root(): Digest {
    return (
      this.#subtrees.reduceRight<Digest | undefined>(
        (right, { hash }) => (right === undefined ? hash : hashNode(hash, right)),
        undefined,
      ) ?? EMPTY_ROOT
    )
  }
}
