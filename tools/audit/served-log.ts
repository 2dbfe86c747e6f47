import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MissingTile, pathOfTile, TILE_WIDTH } from '@sluice/evidence'

const TIMEOUT_MS = 30_000

/**
 * Opens a log by its address, or a folder of its files. A full tile is taken where a partial one is not kept any more.
 * Rejects where there is no checkpoint.
 */
export async function openServedLog(at: string) {
  const read = /^https?:\/\//.test(at) ? readFrom(at) : (path: string) => readFile(join(at, path))
  return {
    checkpoint: Buffer.from(await read('checkpoint')).toString('utf8'),
    readTile: async (tile: { readonly level: number; readonly index: number; readonly width: number }) => {
      const full = () => read(pathOfTile({ ...tile, width: TILE_WIDTH }))
      try {
        const bytes = await read(pathOfTile(tile)).catch(full)
        return new Uint8Array(bytes.subarray(0, tile.width * 32))
      } catch {
        throw new MissingTile(`The log that is served has no ${pathOfTile(tile)}.`)
      }
    },
  }
}

function readFrom(address: string) {
  const prefix = address.endsWith('/') ? address : `${address}/`
  return async (path: string): Promise<Uint8Array> => {
    const response = await fetch(new URL(path, prefix), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`The log answered ${response.status} for ${path}.`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
