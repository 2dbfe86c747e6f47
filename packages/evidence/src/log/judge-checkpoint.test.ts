import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNoteSigner } from '../node/note-signer.ts'
import { writeCheckpoint } from './checkpoint.ts'
import { EMPTY_ROOT, hashLeaf } from './hashes.ts'
import { judgeCheckpoint } from './judge-checkpoint.ts'
import type { TreeHead } from './merkle-proofs.ts'
import { type NoteSignature, readNote, writeNote } from './signed-note.ts'
import { growTree, TileTree } from './tile-tree.ts'
import { writeAddCheckpoint } from './witness-messages.ts'

const ORIGIN = 'example.org/log'
const LOG = createNoteSigner(ORIGIN, 'note', new Uint8Array(32).fill(1))
const LOG_ML_DSA = createNoteSigner(ORIGIN, 'cosignature-ml-dsa-44', new Uint8Array(32).fill(1))
const STRANGER = createNoteSigner(ORIGIN, 'note', new Uint8Array(32).fill(2))

/** The tree of so many leaves that begin alike, except those of another mark. */
async function treeOf(size: number, mark = '') {
  const leaves = Array.from({ length: size }, (_, index) => hashLeaf(new TextEncoder().encode(`${mark}${index}`)))
  const tiles = new Map<string, Uint8Array>()
  for (const tile of await growTree(0, leaves, async () => new Uint8Array())) {
    tiles.set(`${tile.level}/${tile.index}`, tile.bytes)
  }
  return new TileTree(size, async ({ level, index }) => tiles.get(`${level}/${index}`)!)
}

async function headOf(size: number, mark?: string): Promise<TreeHead> {
  return { size, root: await (await treeOf(size, mark)).root() }
}

async function noteOf(size: number, { signers = [LOG], mark = '', origin = ORIGIN } = {}) {
  const text = writeCheckpoint({ origin, ...(await headOf(size, mark)) })
  return writeNote({ text, signatures: signers.map((signer) => signer.sign(text, 1e12)) })
}

const keys = [LOG.key, LOG_ML_DSA.key]
const judge = (body: string, last?: TreeHead) =>
  judgeCheckpoint(
    body,
    (origin) => (origin === ORIGIN ? keys : []),
    () => last,
  )

describe('a witness', () => {
  it.each([
    [0, 0],
    [0, 1],
    [0, 300],
    [1, 2],
    [7, 8],
    [5, 300],
    [256, 257],
    [300, 300],
  ])('cosigns what continues a tree of %i entries up to %i', async (oldSize, size) => {
    const last = oldSize === 0 ? undefined : await headOf(oldSize)
    const proof = await (await treeOf(size)).consistencyProof(oldSize)
    const checkpoint = await noteOf(size)
    const verdict = judge(writeAddCheckpoint({ oldSize, proof, checkpoint }), last)
    expect(verdict).toEqual({ status: 200, origin: ORIGIN, head: await headOf(size), note: readNote(checkpoint) })
  })

  it('tells its size where another is named, also for a tree that has shrunk', async () => {
    const last = await headOf(8)
    const proof = await (await treeOf(9)).consistencyProof(7)
    const known = { status: 409, origin: ORIGIN, size: 8 }
    expect(judge(writeAddCheckpoint({ oldSize: 7, proof, checkpoint: await noteOf(9) }), last)).toEqual(known)
    expect(judge(writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint: await noteOf(9) }), last)).toEqual(known)
    expect(judge(writeAddCheckpoint({ oldSize: 5, proof: [], checkpoint: await noteOf(5) }), last)).toEqual(known)
    expect(judge(writeAddCheckpoint({ oldSize: 8, proof: [], checkpoint: await noteOf(9) }))).toEqual({
      ...known,
      size: 0,
    })
  })

  it('names a fork: another tree of the size that it has cosigned', async () => {
    const checkpoint = await noteOf(8, { mark: 'fork' })
    expect(judge(writeAddCheckpoint({ oldSize: 8, proof: [], checkpoint }), await headOf(8))).toEqual({
      ...{ status: 409, origin: ORIGIN, size: 8, fork: readNote(checkpoint) },
    })
  })

  it('refuses a tree that is not shown to continue its own', async () => {
    const [last, tree, fork] = [await headOf(8), await treeOf(12), await treeOf(12, 'fork')]
    const [proof, forkProof] = [await tree.consistencyProof(8), await fork.consistencyProof(8)]
    const refused = { status: 422, origin: ORIGIN, size: 12 }
    const [checkpoint, forked] = [await noteOf(12), await noteOf(12, { mark: 'fork' })]
    expect(judge(writeAddCheckpoint({ oldSize: 8, proof: forkProof, checkpoint: forked }), last)).toEqual(refused)
    expect(judge(writeAddCheckpoint({ oldSize: 8, proof: [], checkpoint }), last)).toEqual(refused)
    expect(judge(writeAddCheckpoint({ oldSize: 8, proof: [...proof, EMPTY_ROOT], checkpoint }), last)).toEqual(refused)
    expect(judge(writeAddCheckpoint({ oldSize: 0, proof, checkpoint }))).toEqual(refused)
    const same = writeAddCheckpoint({ oldSize: 8, proof: [EMPTY_ROOT], checkpoint: await noteOf(8) })
    expect(judge(same, last)).toEqual({ ...refused, size: 8 })
  })

  it('knows a log by its origin and by any of its keys, and passes over signatures of others', async () => {
    const ask = async (signers: (typeof LOG)[], origin = ORIGIN) =>
      judge(writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint: await noteOf(3, { signers, origin }) })).status
    expect(await ask([LOG], 'example.org/other')).toBe(404)
    expect(await ask([STRANGER])).toBe(403)
    expect(await ask([STRANGER, LOG_ML_DSA])).toBe(200)
    expect(await ask([LOG, LOG_ML_DSA])).toBe(200)
    const forged = (await noteOf(3)).replace('\n3\n', '\n4\n')
    expect(judge(writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint: forged })).status).toBe(403)
  })

  it('verifies one signature of a key, however many stand there', async () => {
    const { text, signatures } = readNote(await noteOf(3))
    const [own] = signatures
    const broken = { ...own!, signature: new Uint8Array(64) }
    const ask = (...all: NoteSignature[]) =>
      judge(writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint: writeNote({ text, signatures: all }) })).status
    expect(ask(own!, ...Array.from({ length: 60 }, () => broken))).toBe(200)
    expect(ask(broken, own!)).toBe(403)
  })

  it('refuses what is no request, and an old size above the new', async () => {
    expect(judge(writeAddCheckpoint({ oldSize: 9, proof: [], checkpoint: await noteOf(8) }), await headOf(9))).toEqual({
      status: 400,
    })
    for (const body of ['', 'old 0\n\n', 'old 0\n\nx\n\n— x AAAAAAAAAA==\n', `old 00\n\n${await noteOf(1)}`]) {
      expect(judge(body)).toEqual({ status: 400 })
    }
    const valid = writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint: await noteOf(3) })
    const at = fc.nat(valid.length - 1)
    fc.assert(
      fc.property(at, fc.string({ minLength: 1, maxLength: 1 }), (index, letter) => {
        const body = valid.slice(0, index) + letter + valid.slice(index + 1)
        if (body !== valid) expect([400, 403, 404, 409]).toContain(judge(body).status)
      }),
    )
  })
})
