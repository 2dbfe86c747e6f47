import { Redis } from 'ioredis'
import type { RedisServer } from './redis-server.ts'

const DATABASE_COUNT = 16

/**
 * Uses the Redis that `TEST_REDIS_URL` names. Each caller gets an emptied database of its own, taken in turn from 1 to 15,
 * unless the URL names one. The server belongs to somebody else, so it is never stopped.
 */
export async function useRedisFromEnvironment(url: string): Promise<RedisServer> {
  const target = new URL(url)
  if (target.pathname === '' || target.pathname === '/') target.pathname = `/${await takeDatabase(url)}`
  const refuse = (what: string) => async () => {
    throw new Error(
      `TEST_REDIS_URL names a server that is not ours: this test may not ${what} it. Unset it to run this test.`,
    )
  }
  return {
    source: 'environment',
    url: target.href,
    port: Number(target.port || 6379),
    pid: () => undefined,
    kill: refuse('kill'),
    restart: refuse('restart'),
    // Suites stop their server when they are done, and a shared one simply stays.
    stop: async () => undefined,
  }
}

async function takeDatabase(url: string): Promise<number> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  try {
    const turn = await client.incr('sluice:testkit:database-turn')
    const database = 1 + (turn % (DATABASE_COUNT - 1))
    await client.select(database)
    await client.flushdb()
    return database
  } finally {
    client.disconnect()
  }
}
