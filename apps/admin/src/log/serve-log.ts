import { SluiceError } from '@sluice/contracts'
import type { LogCheckpoints, LogTiles } from '@sluice/db'
import { MissingTile, readTilePath, TILE_WIDTH } from '@sluice/evidence'
import type { ServiceApp } from '@sluice/service-kit'
import { FairSlots, NoFreeSlot } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'

interface ServedLog {
  readonly tiles: LogTiles
  readonly checkpoints: Pick<LogCheckpoints, 'find'>
}

const PREFIX = '/tlog/'
/** Anybody may ask, so all of them share a few connections to PostgreSQL. */
const SLOTS = { slots: 3, maxWaiting: 100, maxWaitMs: 1_000 }
const READERS = 'readers'
/** Full tiles never change: 8 KB each. */
const MAX_KEPT_TILES = 512
const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the log, read-only and without a token, as C2SP tlog-tiles v0.1.0 says. */
export function serveLog(app: ServiceApp, { tiles, checkpoints }: ServedLog): void {
  const slots = new FairSlots(SLOTS)
  const full = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: MAX_KEPT_TILES })

  async function inTurn<Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> {
    const release = await acquire(signal)
    try {
      return await read()
    } finally {
      release()
    }
  }

  async function acquire(signal: AbortSignal) {
    try {
      return await slots.acquire(READERS, signal)
    } catch (cause) {
      throw cause instanceof NoFreeSlot
        ? new SluiceError({ code: 'overloaded', retryAfterSeconds: 1 }, { cause })
        : cause
    }
  }

  app.get(`${PREFIX}checkpoint`, async (context) => {
    const published = await inTurn(context.req.raw.signal, () => checkpoints.find('published'))
    if (published === undefined) throw new SluiceError('not_found')
    return context.body(published.note, 200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  app.get(`${PREFIX}tile/*`, async (context) => {
    const path = context.req.path.slice(PREFIX.length)
    const tile = readTilePath(path)
    if (tile === undefined) throw new SluiceError('not_found')
    const { level, index, width } = tile
    const read = () =>
      level === 'entries' ? tiles.readBundle(index, width) : tiles.read({ level, index, width }).catch(noTile)
    const bytes = full.get(path) ?? (await inTurn(context.req.raw.signal, read))
    if (bytes === undefined) throw new SluiceError('not_found')
    const body = new Uint8Array(bytes)
    if (width === TILE_WIDTH) full.set(path, body)
    return context.body(body, 200, { 'content-type': 'application/octet-stream', 'cache-control': FOREVER })
  })
}

function noTile(error: unknown): undefined {
  if (error instanceof MissingTile) return undefined
  throw error
}
