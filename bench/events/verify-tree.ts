import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import {
  commitToRecord,
  growTree,
  hashLeaf,
  readCheckpoint,
  readNote,
  signersOf,
  TILE_WIDTH,
  TileTree,
  writeVerifierKey,
} from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'

const ORIGIN = 'bench.invalid/tlog'
const SEED = new Uint8Array(32).fill(7)
const KEYS = (['note', 'cosignature-ml-dsa-44'] as const).map((type) => createNoteSigner(ORIGIN, type, SEED).key)
/** A record is in a checkpoint within 5 s (docs/transparency-log.md); a machine that is busy gets some more. */
const CHECKPOINT_TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 200
const NOTHING = new Uint8Array()

/** The key of the log, for verifiers. */
export const ROOT_KEY = KEYS.map(writeVerifierKey)[0] ?? ''

/** The environment of a service that signs the log of this bench. */
export const TLOG = { TLOG_ORIGIN: ORIGIN, TLOG_KEY: Buffer.from(SEED).toString('base64') }

export interface TreeTally {
  /** Leaves of the newest checkpoint that is published. */
  readonly size: number
  /** Rows whose number or position is not the next one. */
  readonly outOfPlace: number
  /** Rows whose record is not the one that was committed to. */
  readonly mismatched: number
  /** Whether the published root is that of the rows' commitments. */
  readonly isRootRight: boolean
  /** Valid signatures of the log below the checkpoint, of two. */
  readonly signatures: number
}

/** Checks all rows of one tenant against the checkpoint that a service publishes; nothing of its code is trusted. */
export async function verifyTree(origin: string, rows: readonly AuditRow[]): Promise<TreeTally> {
  const note = await newestNote(origin, rows.length)
  const { size, root } = readCheckpoint(note.text)
  const own = await rootOf(rows.map(({ commitment }) => commitment))
  return {
    size,
    outOfPlace: rows.filter(({ number, position }, index) => number !== index + 1 || position !== index + 1).length,
    mismatched: rows.filter((row) => !isCommittedTo(row)).length,
    isRootRight: size === rows.length && Buffer.from(root).equals(own),
    signatures: signersOf(note, KEYS).length,
  }
}

export function treeFaultsOf(name: string, tree: TreeTally): readonly string[] {
  const { size, outOfPlace, mismatched, isRootRight, signatures } = tree
  return [
    ...(outOfPlace > 0 ? [`${name}: ${outOfPlace} rows out of their place in the log`] : []),
    ...(mismatched > 0 ? [`${name}: ${mismatched} rows whose record is not the committed one`] : []),
    ...(isRootRight ? [] : [`${name}: the checkpoint of ${size} leaves is not that of the rows`]),
    ...(signatures === KEYS.length ? [] : [`${name}: the checkpoint has ${signatures} signatures, not ${KEYS.length}`]),
  ]
}

async function newestNote(origin: string, rows: number) {
  const startedMs = performance.now()
  for (;;) {
    const text = await fetchNote(origin).catch(() => undefined)
    const isOver = performance.now() - startedMs > CHECKPOINT_TIMEOUT_MS
    if (text !== undefined) {
      const note = readNote(text)
      if (isOver || readCheckpoint(note.text).size >= rows) return note
    }
    if (isOver) throw new Error('No checkpoint is published.')
    await sleep(LOOK_EVERY_MS)
  }
}

/** Undefined where none is published. */
async function fetchNote(origin: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/tlog/checkpoint`)
  const text = await answer.text()
  return answer.ok ? text : undefined
}

function isCommittedTo({ position, sequence, record, salt, commitment, evidence = '' }: AuditRow): boolean {
  if (salt === undefined) return false
  const text = Buffer.from(canonicalJson({ position, sequence, record }))
  return Buffer.from(commitToRecord({ evidence: Buffer.from(evidence), salt, record: text })).equals(commitment)
}

/** The root over entries, from the entries alone. Source: RFC 9162, section 2.1.1. */
async function rootOf(entries: readonly Uint8Array[]): Promise<Uint8Array> {
  const tiles = await growTree(0, entries.map(hashLeaf), () => Promise.resolve(NOTHING))
  const kept = new Map(tiles.map(({ level, index, bytes }) => [`${level}/${index}`, bytes]))
  const tree = new TileTree(entries.length, async ({ level, index, width = TILE_WIDTH }) => {
    return kept.get(`${level}/${index}`)?.subarray(0, width * 32) ?? NOTHING
  })
  return await tree.root()
}
