import canonicalize from 'canonicalize'
import { writeExportLine } from '../export/export-lines.ts'
import { writeCheckpoint } from '../log/checkpoint.ts'
import { type Digest, hashLeaf } from '../log/hashes.ts'
import { commitToRecord } from '../log/record-commitment.ts'
import { writeNote } from '../log/signed-note.ts'
import { growTree, TileTree } from '../log/tile-tree.ts'
import { createNoteSigner } from '../node/note-signer.ts'

/** Who signs the log of the tests, somebody else of the same name, and a witness. */
export const LOG_SIGNER = createNoteSigner('example.org/log', 'note', new Uint8Array(32).fill(1))
export const OTHER_SIGNER = createNoteSigner('example.org/log', 'note', new Uint8Array(32).fill(2))
export const WITNESS = createNoteSigner('witness.example/w1', 'cosignature-ml-dsa-44', new Uint8Array(32).fill(3))

/** The export of one of two tenants, whose records take turns in the log. `given` are the first of its records. */
export async function makeExport(
  signers = [LOG_SIGNER, WITNESS],
  filter: Record<string, unknown> = {},
  mark = '',
  size = 40,
  given: readonly unknown[] = [],
) {
  const rows = Array.from({ length: size }, (_, index) => {
    const isErased = index === 12
    const position = Math.floor(index / 2) + 1
    const own = index % 2 === 0 ? given[index / 2] : undefined
    const record = own ?? { kind: 'control', id: `id-${index}`, n: 0.1 * index, mark }
    const salt = new Uint8Array(32).fill(index)
    const sequence = index % 3 === 0 ? index : undefined
    const text = canonicalize({ position, ...(sequence === undefined ? {} : { sequence }), record }) ?? ''
    const entry = commitToRecord({ evidence: new Uint8Array(), salt, record: new TextEncoder().encode(text) })
    const content = isErased ? ({ type: 'erased', entry } as const) : ({ type: 'record', salt, record } as const)
    return { number: index + 1, position, sequence, content, entry }
  })
  const tiles = new Map<string, Uint8Array>()
  const read = async ({ level, index }: { level: number; index: number }) =>
    tiles.get(`${level}/${index}`) ?? new Uint8Array()
  const leaves: Digest[] = rows.map(({ entry }) => hashLeaf(entry))
  for (const tile of await growTree(0, leaves, read)) tiles.set(`${tile.level}/${tile.index}`, tile.bytes)
  const tree = new TileTree(rows.length, read)
  const text = writeCheckpoint({ origin: 'example.org/log', size: rows.length, root: await tree.root() })
  const checkpoint = writeNote({ text, signatures: signers.map((signer) => signer.sign(text, 1e12)) })
  const own = rows.filter(({ number }) => number % 2 === 1)
  const lines = await Promise.all(
    own.map(async ({ entry: _entry, ...row }) =>
      writeExportLine({ type: 'record', ...row, proof: await tree.inclusionProof(row.number - 1) }),
    ),
  )
  const head = writeExportLine({ type: 'head', tenant: 'acme', filter, checkpoint })
  const end = writeExportLine({ type: 'end', rows: own.length, lastPosition: own.length })
  return { head, lines, end, all: [head, ...lines, end], checkpoint, tiles }
}
