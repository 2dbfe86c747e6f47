import { createDatabase, dropDatabase } from './create-database.ts'
import type { PostgresServer } from './postgres-server.ts'

/** Uses the server that `TEST_DATABASE_URL` names, in fresh databases that are dropped at `stop`. */
export async function usePostgresFromEnvironment(adminUrl: string): Promise<PostgresServer> {
  const created: string[] = []
  const create = async (name?: string) => {
    const url = await createDatabase(adminUrl, name)
    created.push(url)
    return url
  }
  return {
    source: 'environment',
    url: await create(),
    port: Number(new URL(adminUrl).port || 5432),
    createDatabase: create,
    stop: async () => {
      for (const url of created.splice(0)) await dropDatabase(adminUrl, url)
    },
  }
}
