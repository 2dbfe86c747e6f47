import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { commonKey } from './shards.ts'

/** KEYS: the number of shards. ARGV: the number to keep where there is none. Returns the number that is kept. */
const agree = createRedisScript(`
local known = redis.call('GET', KEYS[1])
if not known then
  redis.call('SET', KEYS[1], ARGV[1])
  return ARGV[1]
end
return known
`)

/**
 * Keeps in Redis over how many shards the records are spread; the first service says it. Returns what is kept: one that
 * spread them otherwise would break the order of a session. Throws `dependency_unavailable`.
 */
export async function agreeOnShards(redis: Redis, keyPrefix: string, shards: number): Promise<number> {
  return Number(await agree(redis, [commonKey(keyPrefix, 'shards')], [shards]))
}
