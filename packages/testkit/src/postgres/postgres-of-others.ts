import type { ServerSource } from '../system/first-source.ts'
import { createDatabase, dropDatabase } from './create-database.ts'
import { type DatabaseTemplate, findTemplate } from './database-template.ts'
import type { PostgresServer } from './postgres-server.ts'

/**
 * Uses a running server, in fresh databases that are dropped at `stop`. They are empty, or filled as a template says:
 * copied from one that stays on the server, but on a server of somebody else, where nothing may stay, each by itself.
 */
export async function usePostgresOfOthers(
  adminUrl: string,
  source: ServerSource,
  template?: DatabaseTemplate,
): Promise<PostgresServer> {
  const created: string[] = []
  const isOurs = source !== 'environment'
  const create = async (name?: string) => {
    const copied = isOurs && template !== undefined ? { template: await findTemplate(adminUrl, template) } : {}
    const url = await createDatabase(adminUrl, name, { ...copied, copiesFiles: source === 'binary' })
    created.push(url)
    if (!isOurs) await template?.fill(url)
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
