import type { ServerSource } from '../system/first-source.ts'
import { createDatabase, dropDatabase } from './create-database.ts'
import type { PostgresServer } from './postgres-server.ts'

/** Uses a running server, in fresh databases that are dropped at `stop`. */
export async function usePostgresOfOthers(adminUrl: string, source: ServerSource): Promise<PostgresServer> {
  const created: string[] = []
  const create = async (name?: string) => {
    const url = await createDatabase(adminUrl, name)
    created.push(url)
    return url
  }
  return {
    source,
    url: await create(),
    adminUrl,
    port: Number(new URL(adminUrl).port || 5432),
    createDatabase: create,
    stop: async () => {
      for (const url of created.splice(0)) await dropDatabase(adminUrl, url)
    },
  }
}
