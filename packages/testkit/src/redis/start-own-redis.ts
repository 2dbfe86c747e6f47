import { startFromFirst } from '../system/first-source.ts'
import { startRedisContainer } from './redis-container.ts'
import { useRedisFromEnvironment } from './redis-from-environment.ts'
import { startRedisProcess } from './redis-process.ts'
import type { RedisOptions, RedisServer } from './redis-server.ts'

/**
 * Starts a real Redis that nobody else uses: `TEST_REDIS_URL`, else Docker, else a local `redis-server`, which is
 * fetched when it is missing. Throws an error that names the choices when no way works.
 */
export function startOwnRedis(options: RedisOptions = {}): Promise<RedisServer> {
  return startFromFirst(
    {
      variable: 'TEST_REDIS_URL',
      environment: useRedisFromEnvironment,
      docker: () => startRedisContainer(options),
      binary: () => startRedisProcess(options),
    },
    options.sources,
  )
}
