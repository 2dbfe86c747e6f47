import { callStack, hasSharedStack } from '../stack/call-stack.ts'
import type { RedisLease } from './redis-server.ts'
import { startOwnRedis } from './start-own-redis.ts'

/**
 * An empty database for one test file: on the run's shared Redis, or on one of its own outside a test run.
 * A file that kills or restarts its Redis takes {@link startOwnRedis}.
 */
export async function startRedis(): Promise<RedisLease> {
  if (!hasSharedStack()) return await startOwnRedis()
  return { ...(await callStack('take-redis-database', {})), stop: async () => undefined }
}
