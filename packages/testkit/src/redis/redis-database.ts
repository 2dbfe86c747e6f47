import { Redis } from 'ioredis'

/**
 * An emptied database of a Redis server, as a URL. Databases are taken in turn, from 1 to the last; 0 is left to others
 * and counts the turns.
 */
export async function takeRedisDatabase(url: string, databaseCount: number): Promise<string> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  try {
    const turn = await client.incr('sluice:testkit:database-turn')
    const database = 1 + (turn % (databaseCount - 1))
    await client.select(database)
    await client.flushdb()
    const target = new URL(url)
    target.pathname = `/${database}`
    return target.href
  } finally {
    client.disconnect()
  }
}
