import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { migrate as applyMigrations, drizzle } from './drizzle.ts'

/** The same folder from `src` and from `dist`. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** The letters `sluice` as a number: the advisory lock that migrations of this product take. */
const LOCK = 0x73_6c_75_69_63_65

/**
 * Brings the schema up to date. All services may do so at their start: one migrates while the others wait,
 * and nothing is done twice. Throws `dependency_unavailable` after `timeoutMs` (60,000 by default) and for any
 * failure of a migration, of which then nothing remains.
 */
export async function migrate(database: Database, timeoutMs = 60_000): Promise<void> {
  const { connectionString, connectionTimeoutMillis } = database.pool.options
  // A connection of its own: the pool's time limit per statement is too short for a migration or the wait for one.
  const client = new Client({
    connectionString,
    connectionTimeoutMillis,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'sluice-migrate',
  })
  client.on('error', () => undefined)
  await attempt(async () => {
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock($1)', [LOCK])
      await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    } finally {
      // The lock ends with the connection.
      await client.end()
    }
  })
}
