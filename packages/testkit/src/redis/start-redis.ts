import { callStack, hasSharedStack } from '../stack/call-stack.ts'
import type { RedisRequest } from '../stack/stack-calls.ts'
import type { RedisLease } from './redis-server.ts'
import { startOwnRedis } from './start-own-redis.ts'

/**
 * An empty Redis for one test file: one of the run's shared servers, or one of its own outside a test run.
 * A file that kills or restarts its Redis takes {@link startOwnRedis}.
 */
export async function startRedis({ exclusive = false }: Partial<RedisRequest> = {}): Promise<RedisLease> {
  if (!hasSharedStack()) return await startOwnRedis(exclusive ? { sources: ['docker', 'binary'] } : {})
  const { id, ...lease } = await callStack('lease-redis', { exclusive })
  return { ...lease, stop: async () => void (await callStack('return-redis', { id })) }
}
