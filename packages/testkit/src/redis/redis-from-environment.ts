import { takeRedisDatabase } from './redis-database.ts'
import type { RedisServer } from './redis-server.ts'

/** What a Redis has by default. */
const DATABASE_COUNT = 16

/**
 * Uses the Redis that `TEST_REDIS_URL` names. Each caller gets an emptied database of its own, taken in turn from 1 to
 * 15, unless the URL names one. The server belongs to somebody else, so it is never stopped.
 */
export async function useRedisFromEnvironment(url: string): Promise<RedisServer> {
  const { pathname, port } = new URL(url)
  const hasDatabase = pathname !== '' && pathname !== '/'
  const refuse = (what: string) => async () => {
    throw new Error(
      `TEST_REDIS_URL names a server that is not ours: this test may not ${what} it. Unset it to run this test.`,
    )
  }
  return {
    source: 'environment',
    url: hasDatabase ? url : await takeRedisDatabase(url, DATABASE_COUNT),
    port: Number(port || 6379),
    pid: () => undefined,
    kill: refuse('kill'),
    restart: refuse('restart'),
    // The server belongs to somebody else, so it goes on.
    stop: async () => undefined,
  }
}
