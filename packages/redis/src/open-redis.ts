import type { OpenContext } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import type { RedisConfig } from './config.ts'
import { createRedis, waitForRedis } from './redis-client.ts'

/** How long the start of a service waits for Redis before it gives up. */
const START_TIMEOUT_MS = 10_000

/** Opens a service's connection to Redis and waits until it stands. Throws `dependency_unavailable` after 10 seconds. */
export async function openRedis({ service, config, logger, onClose }: OpenContext<RedisConfig>): Promise<Redis> {
  const redis = createRedis(config.REDIS_URL, {
    commandTimeoutMs: config.REDIS_COMMAND_TIMEOUT_MS,
    connectionName: `sluice-${service}`,
    onError: (err) => logger.warn({ err }, 'redis connection failed'),
  })
  onClose('redis', () => redis.disconnect())
  await waitForRedis(redis, START_TIMEOUT_MS)
  return redis
}
