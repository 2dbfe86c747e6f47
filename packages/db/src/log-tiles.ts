import { bundleEntries, growTree, hashLeaf, MissingTile, type ReadTile, TILE_WIDTH } from '@sluice/evidence/log'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, eq, sql } from './drizzle.ts'
import { logTiles } from './log-tables.ts'

type Connection = Pick<Database['orm'], 'select' | 'insert'>

/** Entries are kept as tiles are, below those of the leaves. */
const ENTRIES = -1
const ENTRY_BYTES = 32

/** What the log of the audit trail consists of. Methods throw `dependency_unavailable` where PostgreSQL fails. */
export interface LogTiles {
  /** The bytes of a tile of hashes. Rejects with `MissingTile` where the tree has none so wide. */
  readonly read: ReadTile
  /** The entries of a bundle, framed as the log serves them; undefined where it has none so wide. */
  readBundle(index: number, width: number): Promise<Uint8Array | undefined>
}

export function createLogTiles({ orm }: Pick<Database, 'orm'>): LogTiles {
  return {
    read: readerOf(orm),
    readBundle: async (index, width) => {
      const bytes = await attempt(() => readBytes(orm, ENTRIES, index, width))
      return bytes && bundleEntries(split(bytes))
    },
  }
}

/** Adds entries of 32 bytes to a log that has so many. */
export async function growLog(connection: Connection, size: number, entries: readonly Uint8Array[]): Promise<void> {
  const tiles = await growTree(size, entries.map(hashLeaf), readerOf(connection))
  const bundles = await growBundles(connection, size, entries)
  await connection
    .insert(logTiles)
    .values([...tiles, ...bundles].map(({ level, index, bytes }) => ({ level, index, bytes: Buffer.from(bytes) })))
    .onConflictDoUpdate({ target: [logTiles.level, logTiles.index], set: { bytes: sql`excluded.bytes` } })
}

async function growBundles(connection: Connection, size: number, entries: readonly Uint8Array[]) {
  const first = Math.floor(size / TILE_WIDTH)
  const before = size % TILE_WIDTH === 0 ? [] : split(await readOrFail(connection, ENTRIES, first, size % TILE_WIDTH))
  const all = [...before, ...entries]
  return Array.from({ length: Math.ceil(all.length / TILE_WIDTH) }, (_, offset) => ({
    level: ENTRIES,
    index: first + offset,
    bytes: Buffer.concat(all.slice(offset * TILE_WIDTH, (offset + 1) * TILE_WIDTH)),
  }))
}

function readerOf(connection: Connection): ReadTile {
  return ({ level, index, width }) => readOrFail(connection, level, index, width)
}

async function readOrFail(connection: Connection, level: number, index: number, width: number): Promise<Uint8Array> {
  const bytes = await attempt(() => readBytes(connection, level, index, width))
  if (bytes === undefined) throw new MissingTile(`The log has no tile ${level}/${index} of width ${width}.`)
  return bytes
}

/** A narrower tile is the beginning of the one that has grown from it. */
async function readBytes(connection: Connection, level: number, index: number, width: number) {
  const [tile] = await connection
    .select({ bytes: logTiles.bytes })
    .from(logTiles)
    .where(and(eq(logTiles.level, level), eq(logTiles.index, index)))
  const length = width * ENTRY_BYTES
  return tile === undefined || tile.bytes.length < length ? undefined : new Uint8Array(tile.bytes.subarray(0, length))
}

function split(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, index) =>
    bytes.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  )
}
