import { addressOf, type OpenContext, unreachable } from '@sluice/service-kit/environment'
import type { DatabaseConfig } from './config.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** How often a start waits for a connection, a second each time: a machine that starts all at once is slow. */
const MAX_WAITS = 10

/**
 * Opens a service's connections to PostgreSQL and brings the schema up to date.
 * Throws a `ConfigError` that names the variable and the address when PostgreSQL cannot be reached or refuses the
 * connection, and `dependency_unavailable` when a migration fails.
 */
export async function openMigratedDatabase(
  { service, config, logger, onClose }: OpenContext<DatabaseConfig>,
  options: Pick<DatabaseOptions, 'maxConnections' | 'statementTimeoutMs'> = {},
): Promise<Database> {
  const database = openDatabase(config.DATABASE_URL, {
    ...options,
    applicationName: `sluice-${service}`,
    onError: (err) => {
      const address = addressOf(config.DATABASE_URL)
      logger.warn({ err, variable: 'DATABASE_URL', address }, 'postgres connection failed')
    },
  })
  onClose('postgres', () => database.close())
  try {
    await waitUntilReady(database)
  } catch (error) {
    throw unreachable('DATABASE_URL', config.DATABASE_URL, error instanceof Error ? error.cause : error)
  }
  await migrate(database)
  return database
}

/** What refuses a connection ends the start at once; what is only late is asked again. */
async function waitUntilReady(database: Pick<Database, 'checkReady'>): Promise<void> {
  for (let waits = 1; ; waits += 1) {
    try {
      return await database.checkReady()
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (waits === MAX_WAITS || !(cause instanceof Error) || !/timeout/i.test(cause.message)) throw error
    }
  }
}
