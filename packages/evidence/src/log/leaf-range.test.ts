import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Digest, hashLeaf, hashNode } from './hashes.ts'
import { GrowingRoot, subtreesBetween } from './leaf-range.ts'
import { verifyInclusion } from './merkle-proofs.ts'
import { growTree, TileTree } from './tile-tree.ts'

const leafOf = (index: number) => hashLeaf(Uint8Array.of(index & 255, index >> 8))

async function treeOf(size: number) {
  const tiles = new Map<string, Uint8Array>()
  const read = async ({ level, index }: { level: number; index: number }) =>
    tiles.get(`${level}/${index}`) ?? new Uint8Array()
  const leaves = Array.from({ length: size }, (_, index) => leafOf(index))
  for (const tile of await growTree(0, leaves, read)) tiles.set(`${tile.level}/${tile.index}`, tile.bytes)
  return { leaves, tree: new TileTree(size, read) }
}

/** The root as the specification defines it. */
function rootOf(leaves: readonly Digest[]): Digest {
  const [first] = leaves
  if (leaves.length === 1 && first) return first
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hashNode(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

const range = fc
  .integer({ min: 1, max: 700 })
  .chain((size) => fc.tuple(fc.nat(size), fc.nat(size), fc.constant(size)))
  .map(([one, other, size]) => ({ from: Math.min(one, other), to: Math.max(one, other), size }))

describe('a range of leaves', () => {
  it('rebuilds the root with the subtrees beside it, and with no other leaves', async () => {
    const { leaves, tree } = await treeOf(700)
    await fc.assert(
      fc.asyncProperty(range, async ({ from, to, size }) => {
        const [left, right] = [subtreesBetween(0, from), subtreesBetween(to, size)]
        const hashes = { left: await tree.subtrees(left), right: await tree.subtrees(right) }
        const rebuild = (own: readonly Digest[]) => {
          const root = new GrowingRoot()
          for (const [index, hash] of hashes.left.entries()) root.add(hash, left[index]!.count)
          for (const leaf of own) root.add(leaf)
          for (const [index, hash] of hashes.right.entries()) root.add(hash, right[index]!.count)
          return root.root()
        }
        const own = leaves.slice(from, to)
        expect(rebuild(own)).toEqual(await tree.root(size))
        expect(rebuild(own)).toEqual(rootOf(leaves.slice(0, size)))
        if (own.length > 1) expect(rebuild(own.toReversed())).not.toEqual(await tree.root(size))
        if (own.length > 0) expect(rebuild(own.with(0, leafOf(999)))).not.toEqual(await tree.root(size))
      }),
      { numRuns: 150 },
    )
  })

  it('has as few complete subtrees beside it as there can be, and they have no gap', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        const subtrees = subtreesBetween(from, to)
        let at = from
        for (const { start, count } of subtrees) {
          expect([start, start % count, Math.log2(count) % 1]).toEqual([at, 0, 0])
          at += count
        }
        expect(at).toBe(to)
        expect(subtrees.length).toBeLessThanOrEqual(20)
        const isSplit = subtrees.some(
          ({ start, count }, index) => subtrees[index + 1]?.count === count && start % (count * 2) === 0,
        )
        expect(isSplit).toBe(false)
      }),
    )
  })

  it('grows to the root to which inclusion proofs lead', async () => {
    const { leaves, tree } = await treeOf(13)
    const root = new GrowingRoot()
    for (const leaf of leaves) root.add(leaf)
    const head = { size: root.size, root: root.root() }
    for (const [index, leaf] of leaves.entries()) {
      expect(verifyInclusion(leaf, index, head, await tree.inclusionProof(index))).toBe(true)
    }
    expect(() => root.add(leafOf(1), 2)).toThrow(RangeError)
    await expect(tree.subtrees([{ start: 12, count: 2 }])).rejects.toThrow(RangeError)
  })
})
