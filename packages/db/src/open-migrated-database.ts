import type { OpenContext } from '@sluice/service-kit/environment'
import type { DatabaseConfig } from './config.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/**
 * Opens a service's connections to PostgreSQL and brings the schema up to date.
 * Throws `dependency_unavailable` when PostgreSQL cannot be reached or a migration fails.
 */
export async function openMigratedDatabase(
  { service, config, logger, onClose }: OpenContext<DatabaseConfig>,
  options: Pick<DatabaseOptions, 'maxConnections' | 'statementTimeoutMs'> = {},
): Promise<Database> {
  const database = openDatabase(config.DATABASE_URL, {
    ...options,
    applicationName: `sluice-${service}`,
    onError: (err) => logger.warn({ err }, 'postgres connection failed'),
  })
  onClose('postgres', () => database.close())
  await migrate(database)
  return database
}
