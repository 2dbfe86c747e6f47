import { DIGEST_BYTES, type Digest, EMPTY_ROOT, hashNode } from './hashes.ts'
import type { Subtree } from './leaf-range.ts'
import { TILE_HEIGHT, TILE_WIDTH, type TileName } from './tiles.ts'

/** A tile of hashes and its bytes. */
interface Tile extends TileName {
  readonly level: number
  readonly bytes: Uint8Array
}

/** Gives the bytes of a tile that the tree has: 32 for each hash. Rejects where it has none. */
export type ReadTile = (tile: TileName & { readonly level: number }) => Promise<Uint8Array>

/** A tile is missing or has another length than its tree says. */
export class MissingTile extends Error {
  override readonly name = 'MissingTile'
}

/** Tiles that a tree remembers, 16 KB each: proofs of neighbours need the same ones. */
const MAX_TILES = 256

/** A tree of RFC 9162 whose hashes are kept in tiles. It remembers those that it has read lately. */
export class TileTree {
  /** Number of leaves. */
  readonly size: number
  readonly #read: ReadTile
  readonly #tiles = new Map<string, Promise<TileHashes>>()

  constructor(size: number, read: ReadTile) {
    this.size = size
    this.#read = read
  }

  /** The root of the tree, or of a smaller one that it began as. */
  async root(size = this.size): Promise<Digest> {
    this.#requireSize(size)
    return size === 0 ? EMPTY_ROOT : await this.#rangeHash(0, size)
  }

  /**
   * The hashes that show that the leaf at an index is in the tree. Source: RFC 9162, section 2.1.3.1.
   *
   * @throws {RangeError} where the tree has no such leaf.
   */
  async inclusionProof(index: number): Promise<readonly Digest[]> {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.size) throw new RangeError('No such leaf.')
    const path: Digest[] = []
    let [start, end] = [0, this.size]
    while (end - start > 1) {
      const middle = start + splitOf(end - start)
      if (index < middle) {
        path.unshift(await this.#rangeHash(middle, end))
        end = middle
      } else {
        path.unshift(await this.#rangeHash(start, middle))
        start = middle
      }
    }
    return path
  }

  /**
   * The hashes that show that the tree begins with an older one. Source: RFC 9162, section 2.1.4.1.
   *
   * @throws {RangeError} where the tree is smaller.
   */
  async consistencyProof(olderSize: number): Promise<readonly Digest[]> {
    this.#requireSize(olderSize)
    if (olderSize === 0 || olderSize === this.size) return []
    const proof: Digest[] = []
    let [start, end, isWhole] = [0, this.size, true]
    while (olderSize !== end) {
      const middle = start + splitOf(end - start)
      if (olderSize <= middle) {
        proof.unshift(await this.#rangeHash(middle, end))
        end = middle
      } else {
        proof.unshift(await this.#rangeHash(start, middle))
        start = middle
        isWhole = false
      }
    }
    return isWhole ? proof : [await this.#rangeHash(start, end), ...proof]
  }

  /**
   * The hashes of complete subtrees: those that stand beside a range of leaves show that nothing of it is missing.
   *
   * @throws {RangeError} where one goes beyond the tree.
   */
  async subtrees(subtrees: readonly Subtree[]): Promise<readonly Digest[]> {
    return await Promise.all(
      subtrees.map(async ({ start, count }) => {
        this.#requireSize(start + count)
        return await this.#subtreeHash(start, count)
      }),
    )
  }

  #requireSize(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size)
      throw new RangeError('The tree was never so large.')
  }

  /** The hash of the leaves from `start` to `end`, where `start` is a multiple of the largest power of 2 within. */
  async #rangeHash(start: number, end: number): Promise<Digest> {
    const count = end - start
    const split = splitOf(count)
    if (count === 1 || count === 2 * split) return await this.#subtreeHash(start, count)
    const [left, right] = await Promise.all([
      this.#rangeHash(start, start + split),
      this.#rangeHash(start + split, end),
    ])
    return hashNode(left, right)
  }

  /** The hash of a complete subtree; `count` is a power of 2. */
  async #subtreeHash(start: number, count: number): Promise<Digest> {
    const height = Math.log2(count)
    const level = Math.floor(height / TILE_HEIGHT)
    const perHash = 2 ** (TILE_HEIGHT * level)
    const first = start / perHash
    const tile = await this.#tile(level, Math.floor(first / TILE_WIDTH))
    return tile.subtree(first % TILE_WIDTH, count / perHash)
  }

  #tile(level: number, index: number): Promise<TileHashes> {
    const key = `${level}/${index}`
    const known = this.#tiles.get(key)
    if (known !== undefined) return known
    const width = Math.min(TILE_WIDTH, Math.floor(this.size / 2 ** (TILE_HEIGHT * level)) - index * TILE_WIDTH)
    const read = this.#read({ level, index, width }).then((bytes) => {
      if (bytes.length !== width * DIGEST_BYTES) throw new MissingTile(`A tile of level ${level} has another length.`)
      return new TileHashes(bytes)
    })
    const [oldest] = this.#tiles.keys()
    if (this.#tiles.size >= MAX_TILES && oldest !== undefined) this.#tiles.delete(oldest)
    this.#tiles.set(key, read)
    return read
  }
}

/** The hashes of a tile, and those over them, each made once. */
class TileHashes {
  readonly #bytes: Uint8Array
  /** By the number of hashes below, then by the place among its like. */
  readonly #made = new Map<number, Map<number, Digest>>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The hash over `count` of them, a power of 2, of which `first` is a multiple. */
  subtree(first: number, count: number): Digest {
    if (count === 1) return this.#bytes.slice(first * DIGEST_BYTES, (first + 1) * DIGEST_BYTES)
    const ofCount = this.#made.get(count) ?? new Map<number, Digest>()
    this.#made.set(count, ofCount)
    const known = ofCount.get(first)
    if (known !== undefined) return known
    const half = count / 2
    const made = hashNode(this.subtree(first, half), this.subtree(first + half, half))
    ofCount.set(first, made)
    return made
  }
}

/**
 * The tiles that a tree gets by more leaves: those that are new, and those that were partial before and have grown.
 *
 * @param size number of leaves that it has.
 * @param read gives the partial tiles that it has.
 */
export async function growTree(size: number, leaves: readonly Digest[], read: ReadTile): Promise<readonly Tile[]> {
  const tiles: Tile[] = []
  let [count, added] = [size, leaves]
  for (let level = 0; added.length > 0; level += 1) {
    const firstIndex = Math.floor(count / TILE_WIDTH)
    const width = count % TILE_WIDTH
    const before = width === 0 ? new Uint8Array() : await read({ level, index: firstIndex, width })
    if (before.length !== width * DIGEST_BYTES) throw new MissingTile(`A tile of level ${level} has another length.`)
    const bytes = joinHashes(before, added)
    const roots: Digest[] = []
    for (let offset = 0, index = firstIndex; offset < bytes.length; index += 1) {
      const ofTile = bytes.slice(offset, offset + TILE_WIDTH * DIGEST_BYTES)
      offset += ofTile.length
      tiles.push({ level, index, width: ofTile.length / DIGEST_BYTES, bytes: ofTile })
      if (ofTile.length === TILE_WIDTH * DIGEST_BYTES) roots.push(new TileHashes(ofTile).subtree(0, TILE_WIDTH))
    }
    count = firstIndex
    added = roots
  }
  return tiles
}

function joinHashes(before: Uint8Array, added: readonly Digest[]): Uint8Array {
  const bytes = new Uint8Array(before.length + added.length * DIGEST_BYTES)
  bytes.set(before)
  for (const [index, hash] of added.entries()) bytes.set(hash, before.length + index * DIGEST_BYTES)
  return bytes
}

/** The largest power of 2 that is less than a count above 1. */
function splitOf(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
