import { growTree, hashLeaf, TileTree, writeAddCheckpoint, writeCheckpoint, writeNote } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'

export const ORIGIN = 'log.example.org/tlog'
export const LOG = createNoteSigner(ORIGIN, 'note', new Uint8Array(32).fill(9))
export const STRANGER = createNoteSigner(ORIGIN, 'note', new Uint8Array(32).fill(8))

/** What a log of so many entries asks a witness that has cosigned `oldSize` of them. A marked log has other entries. */
export async function requestOf(size: number, { oldSize = 0, signer = LOG, mark = '' } = {}) {
  const leaves = Array.from({ length: size }, (_, index) => hashLeaf(new TextEncoder().encode(`${mark}${index}`)))
  const tiles = await growTree(0, leaves, async () => new Uint8Array())
  const tree = new TileTree(size, async ({ level, index }) => {
    const tile = tiles.find((one) => one.level === level && one.index === index)
    return tile?.bytes ?? new Uint8Array()
  })
  const text = writeCheckpoint({ origin: signer.key.name, size, root: await tree.root() })
  const checkpoint = writeNote({ text, signatures: [signer.sign(text, 1e12)] })
  return { text, body: writeAddCheckpoint({ oldSize, proof: await tree.consistencyProof(oldSize), checkpoint }) }
}
