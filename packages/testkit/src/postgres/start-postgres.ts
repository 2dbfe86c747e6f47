import { callStack, hasSharedStack } from '../stack/call-stack.ts'
import type { DatabaseTemplate } from './database-template.ts'
import { usePostgresOfOthers } from './postgres-of-others.ts'
import type { PostgresServer } from './postgres-server.ts'
import { startOwnPostgres } from './start-own-postgres.ts'

/**
 * A fresh database for one test file: on the run's shared PostgreSQL, or on one of its own outside a test run. It is
 * empty, or filled as the template says, as are those that `createDatabase` gives.
 */
export async function startPostgres(template?: DatabaseTemplate): Promise<PostgresServer> {
  if (hasSharedStack()) {
    const { adminUrl, source } = await callStack('find-postgres', {})
    return await usePostgresOfOthers(adminUrl, source, template)
  }
  const server = await startOwnPostgres()
  if (template === undefined) return server
  const filled = await usePostgresOfOthers(server.adminUrl, server.source, template)
  return {
    ...filled,
    stop: async () => {
      await filled.stop()
      await server.stop()
    },
  }
}
