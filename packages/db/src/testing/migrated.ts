import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'

/** A service gives a connection up sooner, so that its caller need not wait. Here all tests of a run wait for it. */
const CONNECT_WITHIN_MS = 30_000

/**
 * For `startPostgres`: databases that have all tables. The migrations run once for a run of tests, and again when a
 * file of theirs has changed; each database is a copy of what they have made.
 */
export const MIGRATED = {
  get key() {
    return digestOf(fileURLToPath(new URL('../../migrations', import.meta.url)))
  },
  fill: async (url: string): Promise<void> => {
    const database = openDatabase(url, { connectTimeoutMs: CONNECT_WITHIN_MS })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
  },
}

/** Of the names and contents of all files in a folder and in those below it, as hexadecimal digits. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const content = readFileSync(path)
    hash.update(`${path.slice(folder.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 40)
}
