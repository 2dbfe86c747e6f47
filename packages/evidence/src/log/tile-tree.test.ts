import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Digest, EMPTY_ROOT, hashLeaf, hashNode } from './hashes.ts'
import { verifyConsistency, verifyInclusion } from './merkle-proofs.ts'
import { growTree, MissingTile, type ReadTile, TileTree } from './tile-tree.ts'
import { bundleEntries, pathOfTile, readTilePath } from './tiles.ts'

const leafOf = (index: number): Digest => hashLeaf(new TextEncoder().encode(`entry ${index}`))
const MOST_LEAVES = 70_000
/** Hashed once for all tests. */
const LEAVES = Array.from({ length: MOST_LEAVES }, (_, index) => leafOf(index))
const leavesOf = (size: number) => LEAVES.slice(0, size)

/** RFC 9162, section 2.1.1, word by word. */
function naiveRoot(leaves: readonly Digest[]): Digest {
  const [first] = leaves
  if (first === undefined) return EMPTY_ROOT
  if (leaves.length === 1) return first
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hashNode(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

/** A store of tiles that keeps the widest of each, as a log does. */
function createStore() {
  const tiles = new Map<string, Uint8Array>()
  const read: ReadTile = async ({ level, index, width }) => {
    const bytes = tiles.get(`${level}/${index}`)
    if (bytes === undefined || bytes.length < width * 32) throw new MissingTile('No such tile.')
    return bytes.slice(0, width * 32)
  }
  const grow = async (size: number, leaves: readonly Digest[]) => {
    for (const tile of await growTree(size, leaves, read)) tiles.set(`${tile.level}/${tile.index}`, tile.bytes)
  }
  return { tiles, read, grow }
}

async function grown(sizes: readonly number[]) {
  const store = createStore()
  let size = 0
  for (const next of sizes) {
    await store.grow(size, LEAVES.slice(size, next))
    size = next
  }
  return { ...store, tree: new TileTree(size, store.read) }
}

describe('the hashes', () => {
  it('are those of RFC 9162: of nothing, of an empty leaf, and the roots of the RFC 6962 test trees', async () => {
    const hex = (digest: Digest) => Buffer.from(digest).toString('hex')
    expect(hex(EMPTY_ROOT)).toBe(hash('sha256', '', 'hex'))
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    const leaves = inputs.map((input) => hashLeaf(Uint8Array.from(Buffer.from(input, 'hex'))))
    expect(hex(leaves[0]!)).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    const store = createStore()
    await store.grow(0, leaves)
    const tree = new TileTree(leaves.length, store.read)
    // The roots that Certificate Transparency's own implementations are tested with.
    expect(hex(await tree.root(2))).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
    expect(hex(await tree.root(8))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  })
})

describe('a tree in tiles', () => {
  it('has the root of the naive tree at each size, and proves each leaf and each older size', async () => {
    const size = 600
    const leaves = leavesOf(size)
    const { read } = await grown([size])
    for (let now = 1; now <= size; now += now < 20 ? 1 : 53) {
      const tree = new TileTree(now, read)
      const head = { size: now, root: await tree.root() }
      expect(head.root).toEqual(naiveRoot(leaves.slice(0, now)))
      for (let index = 0; index < now; index += 1 + Math.floor(now / 40)) {
        const path = await tree.inclusionProof(index)
        expect(verifyInclusion(leafOf(index), index, head, path)).toBe(true)
        expect(verifyInclusion(leafOf(index), index + 1, head, path)).toBe(false)
        expect(verifyInclusion(leafOf(index + 1), index, head, path)).toBe(false)
      }
      for (let older = 0; older <= now; older += 1 + Math.floor(now / 40)) {
        const before = { size: older, root: naiveRoot(leaves.slice(0, older)) }
        expect(verifyConsistency(before, head, await tree.consistencyProof(older))).toBe(true)
      }
    }
  })

  it('is the same however it has grown', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: MOST_LEAVES }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(sizes, async (drawn) => {
        const steps = [...new Set(drawn)].toSorted((a, b) => a - b)
        const [inSteps, atOnce] = await Promise.all([grown(steps), grown([steps.at(-1)!])])
        expect(inSteps.tiles).toEqual(atOnce.tiles)
        expect(await inSteps.tree.root()).toEqual(await atOnce.tree.root())
      }),
      { numRuns: 6 },
    )
  })

  it('has three levels of tiles at 70,000 leaves, as the specification counts them', async () => {
    const { tiles } = await grown([MOST_LEAVES])
    const widths = (level: number) =>
      [...tiles].filter(([key]) => key.startsWith(`${level}/`)).map(([, b]) => b.length / 32)
    expect(widths(0).filter((width) => width === 256)).toHaveLength(273)
    expect(widths(0).at(-1)).toBe(112)
    expect(widths(1)).toEqual([256, 17])
    expect(widths(2)).toEqual([1])
  })

  it('refuses a proof with any hash altered, one too many or one too few', async () => {
    const { tree } = await grown([1_000])
    const head = { size: 1_000, root: await tree.root() }
    const before = { size: 300, root: await tree.root(300) }
    const [path, proof] = await Promise.all([tree.inclusionProof(421), tree.consistencyProof(300)])
    const accepts = {
      inclusion: (hashes: readonly Digest[]) => verifyInclusion(leafOf(421), 421, head, hashes),
      consistency: (hashes: readonly Digest[]) => verifyConsistency(before, head, hashes),
    }
    for (const [kind, hashes] of Object.entries({ inclusion: path, consistency: proof })) {
      const accept = accepts[kind as keyof typeof accepts]
      expect(accept(hashes)).toBe(true)
      expect(accept(hashes.slice(1))).toBe(false)
      expect(accept(hashes.slice(0, -1))).toBe(false)
      expect(accept([...hashes, leafOf(0)])).toBe(false)
      for (const index of hashes.keys()) expect(accept(hashes.with(index, leafOf(7)))).toBe(false)
    }
    expect(verifyConsistency(head, before, [])).toBe(false)
    expect(verifyConsistency({ ...before, root: leafOf(1) }, head, proof)).toBe(false)
    expect(verifyConsistency({ size: 0, root: leafOf(1) }, head, [])).toBe(false)
  })

  it('rejects where a tile is missing or too short, or a leaf was never there', async () => {
    const { read } = await grown([300])
    await expect(new TileTree(301, read).root()).rejects.toThrow(MissingTile)
    const short = new TileTree(300, async (tile) => (await read(tile)).slice(1))
    await expect(short.root()).rejects.toThrow(MissingTile)
    const tree = new TileTree(300, read)
    for (const index of [-1, 300, 0.5]) await expect(tree.inclusionProof(index)).rejects.toThrow(RangeError)
    await expect(tree.consistencyProof(301)).rejects.toThrow(RangeError)
  })
})

describe('the paths of tiles', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 2, index: 273, width: 112 }, 'tile/2/273.p/112'],
    [{ level: 'entries', index: 5, width: 1 }, 'tile/entries/005.p/1'],
  ] as const)('of %j is %s', (tile, path) => {
    expect(pathOfTile(tile)).toBe(path)
    expect(readTilePath(path)).toEqual(tile)
  })

  it.each([
    ...[
      'tile/0/1',
      'tile/00/000',
      'tile/64/000',
      'tile/0/x000/000',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000/',
    ],
    ...['tile/0/000.p/01', 'tile/0/067/x234', 'checkpoint', 'tile/0/../000', '/tile/0/000', 'tile/entry/000', ''],
  ])('is not %s', (path) => expect(readTilePath(path)).toBeUndefined())

  it('bundle entries behind their lengths', () => {
    expect(bundleEntries([Uint8Array.of(1, 2), new Uint8Array()])).toEqual(Uint8Array.of(0, 2, 1, 2, 0, 0))
    expect(() => bundleEntries([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})
