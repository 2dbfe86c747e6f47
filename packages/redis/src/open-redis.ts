import { addressOf, type OpenContext, unreachable } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import type { RedisConfig } from './config.ts'
import { createRedis, waitForRedis } from './redis-client.ts'

/** How long the start of a service waits for Redis before it gives up. */
const START_TIMEOUT_MS = 5_000
/** The client tries again several times a second; one line in so many milliseconds says enough. */
const LOG_INTERVAL_MS = 5_000

/**
 * Opens a service's connection to Redis and waits until it stands. Throws a `ConfigError` that names the variable and
 * the address after 5 seconds.
 */
export async function openRedis(context: OpenContext<RedisConfig>): Promise<Redis> {
  const { service, config, clock, logger, onClose } = context
  const address = addressOf(config.REDIS_URL)
  let failure: Error | undefined
  let loggedMs = Number.NEGATIVE_INFINITY
  const redis = createRedis(config.REDIS_URL, {
    commandTimeoutMs: config.REDIS_COMMAND_TIMEOUT_MS,
    connectionName: `sluice-${service}`,
    onError: (err) => {
      failure = err
      if (clock.monotonicMs() - loggedMs < LOG_INTERVAL_MS) return
      loggedMs = clock.monotonicMs()
      logger.warn({ err, variable: 'REDIS_URL', address }, 'redis connection failed')
    },
  })
  onClose('redis', () => redis.disconnect())
  try {
    await waitForRedis(redis, START_TIMEOUT_MS)
  } catch (error) {
    throw unreachable('REDIS_URL', config.REDIS_URL, failure ?? error)
  }
  return redis
}
