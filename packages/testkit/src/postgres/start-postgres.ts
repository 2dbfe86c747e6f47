import { callStack, hasSharedStack } from '../stack/call-stack.ts'
import { usePostgresOfOthers } from './postgres-of-others.ts'
import type { PostgresServer } from './postgres-server.ts'
import { startOwnPostgres } from './start-own-postgres.ts'

/** A fresh database for one test file: on the run's shared PostgreSQL, or on one of its own outside a test run. */
export async function startPostgres(): Promise<PostgresServer> {
  if (!hasSharedStack()) return await startOwnPostgres()
  const { adminUrl, source } = await callStack('find-postgres', {})
  return await usePostgresOfOthers(adminUrl, source)
}
