import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'

/** Marks that one key may hold: a window with more has its oldest forgotten. */
const MAX_MARKS = 200

/**
 * Notes a mark with its time, forgets those before the window, and gives the marks that are left. The same mark is
 * noted once, however often it comes. KEYS: marks. ARGV: mark, its time, the start of the window, milliseconds to
 * keep, most.
 */
const NOTE = createRedisScript(`
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[5]) - 1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`)

/** Keeps who has told of something first. KEYS: teller. ARGV: who tells, milliseconds. Returns who told first. */
const TELL = createRedisScript(`
local first = redis.call('GET', KEYS[1])
if first then
  return first
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`)

/** What requests of a user or session have left within a window, shared by all processes. */
export interface RecentMarks {
  /** Notes a mark of at most 128 characters; gives all of the window, at most 200. Throws `dependency_unavailable`. */
  note(key: string, mark: string, timeMs: number): Promise<readonly string[]>
  /**
   * Whether a record is the one that tells of something in this window: the first that asked, also when it asks again.
   */
  mayTell(key: string, recordId: string): Promise<boolean>
}

/** @param windowMs how long marks are seen together, in milliseconds. */
export function createRecentMarks(redis: Redis, windowMs: number): RecentMarks {
  const keyOf = (key: string) => `sluice:soar:anomaly:${key}`
  return {
    note: async (key, mark, timeMs) => {
      const reply = await NOTE(redis, [keyOf(key)], [mark, timeMs, timeMs - windowMs, windowMs, MAX_MARKS])
      return Array.isArray(reply) ? reply.map(String) : []
    },
    mayTell: async (key, recordId) => (await TELL(redis, [keyOf(`${key}:told`)], [recordId, windowMs])) === recordId,
  }
}
