import { createRedisScript, unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { keyOfShard } from '../shards.ts'
import { ID_HELPERS } from '../stream-id.ts'

/** A consumer group of a shard. */
interface MeasuredGroup {
  readonly name: string
  /** Records that it has not acknowledged. */
  readonly lag: number
  /** Since a consumer last held the shard for it, in milliseconds; undefined where none ever has. */
  readonly unservedMs: number | undefined
}

/** What waits in a shard. */
export interface MeasuredShard {
  readonly records: number
  /** Memory of Redis, in bytes. */
  readonly bytes: number
  /** Of the oldest record, in milliseconds; 0 where none waits. */
  readonly ageMs: number
  readonly groups: readonly MeasuredGroup[]
}

/**
 * KEYS: stream, when each group was served. Returns length, bytes, age, and for each group its name, its lag and the
 * time since it was served or -1. `lag` of XINFO is unknown after an entry was deleted by hand; the length is more.
 */
const measure = createRedisScript(`${ID_HELPERS}
local length = redis.call('XLEN', KEYS[1])
local now = now_ms()
local age = 0
if length > 0 then
  age = math.max(0, now - parse(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][1]))
end
local groups = {}
if redis.call('EXISTS', KEYS[1]) == 1 then
  for _, facts in ipairs(groups_of(KEYS[1])) do
    local served = redis.call('HGET', KEYS[2], facts['name'])
    local lag = facts['lag']
    groups[#groups + 1] = facts['name']
    groups[#groups + 1] = math.min(length, facts['pending'] + (type(lag) == 'number' and lag or length))
    groups[#groups + 1] = served and math.max(0, now - tonumber(served)) or -1
  end
end
return {length, redis.call('MEMORY', 'USAGE', KEYS[1]) or 0, age, groups}
`)

const replySchema = z.tuple([z.number(), z.number(), z.number(), z.array(z.union([z.string(), z.number()]))])

/** Looks at one shard, in constant time. Throws `dependency_unavailable`. */
export async function measureShard(redis: Redis, keyPrefix: string, shard: number): Promise<MeasuredShard> {
  const key = keyOfShard(keyPrefix, shard)
  const reply = replySchema.safeParse(await measure(redis, [key, `${key}:served`], []))
  if (!reply.success) throw unexpectedReply()
  const [records, bytes, ageMs, flat] = reply.data
  const groups: MeasuredGroup[] = []
  for (let at = 0; at + 2 < flat.length; at += 3) {
    const unservedMs = Number(flat[at + 2])
    groups.push({
      ...{ name: String(flat[at]), lag: Number(flat[at + 1]) },
      unservedMs: unservedMs < 0 ? undefined : unservedMs,
    })
  }
  return { records, bytes, ageMs, groups }
}
