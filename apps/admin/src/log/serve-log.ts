import { type Clock, SluiceError } from '@sluice/contracts'
import type { LogCheckpoints, LogTiles } from '@sluice/db'
import { MissingTile, readTilePath, TILE_HEIGHT, TILE_WIDTH } from '@sluice/evidence'
import { peerNetwork, type ServiceApp } from '@sluice/service-kit'
import { FairSlots } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'
import { takeTurn } from '../take-turn.ts'
import { PublishedCheckpoint } from './published-checkpoint.ts'

interface ServedLog {
  readonly tiles: LogTiles
  readonly checkpoints: Pick<LogCheckpoints, 'find'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

type TileName = NonNullable<ReturnType<typeof readTilePath>>

const PREFIX = '/tlog/'
/**
 * Anybody may ask, so all of them share a few connections to PostgreSQL, and the networks that they come from take
 * turns: a stranger who asks without end is in the way of nobody else.
 */
const SLOTS = { slots: 4, maxWaiting: 200, maxWaitMs: 1_000 }
const RETRY_SECONDS = 1
/** Full tiles never change: 8 KB each. */
const MAX_KEPT_TILES = 512
const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the log, read-only and without a token, as C2SP tlog-tiles v0.1.0 says. */
export function serveLog(app: ServiceApp, { tiles, checkpoints, clock }: ServedLog): void {
  const slots = new FairSlots(SLOTS)
  const full = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: MAX_KEPT_TILES })
  const published = new PublishedCheckpoint({ checkpoints, clock })

  async function readInTurn(tile: TileName, network: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const release = await takeTurn(slots, network, signal, RETRY_SECONDS)
    try {
      return await read(tile)
    } finally {
      release()
    }
  }

  function read({ level, index, width }: TileName): Promise<Uint8Array | undefined> {
    return level === 'entries' ? tiles.readBundle(index, width) : tiles.read({ level, index, width }).catch(noTile)
  }

  /** What no published checkpoint has is not there, and costs nobody a turn to find out. */
  async function isPublished(tile: TileName): Promise<boolean> {
    const needed = leavesBelow(tile)
    const has = (found: { readonly size: number } | undefined) => found !== undefined && found.size >= needed
    return has(await published.current()) || has(await published.newer())
  }

  app.get(`${PREFIX}checkpoint`, async (context) => {
    const found = await published.current()
    if (found === undefined) throw new SluiceError('not_found')
    return context.body(found.note, 200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  app.get(`${PREFIX}tile/*`, async (context) => {
    const path = context.req.path.slice(PREFIX.length)
    const tile = readTilePath(path)
    if (tile === undefined) throw new SluiceError('not_found')
    const network = peerNetwork(context.env?.incoming?.socket.remoteAddress)
    const { signal } = context.req.raw
    const bytes = full.get(path) ?? ((await isPublished(tile)) ? await readInTurn(tile, network, signal) : undefined)
    if (bytes === undefined) throw new SluiceError('not_found')
    const body = new Uint8Array(bytes)
    if (tile.width === TILE_WIDTH) full.set(path, body)
    return context.body(body, 200, { 'content-type': 'application/octet-stream', 'cache-control': FOREVER })
  })
}

/** How many leaves a tree has at least that has this tile. */
function leavesBelow({ level, index, width }: TileName): number {
  return (index * TILE_WIDTH + width) * 2 ** (level === 'entries' ? 0 : level * TILE_HEIGHT)
}

function noTile(error: unknown): undefined {
  if (error instanceof MissingTile) return undefined
  throw error
}
