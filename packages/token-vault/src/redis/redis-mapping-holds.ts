import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { MappingHolds } from '../mapping-holds.ts'
import { heldKeyOf } from './state-map-keys.ts'
import { answered, storedSessions } from './stored-sessions.ts'

/** Values of a session go so long after the last hold on it was released: as long as values are kept by default. */
const AFTER_RELEASE_MS = 86_400_000

/** KEYS: newer generation, older generation, secrets, ends. ARGV: session. Nothing of the session expires any more. */
const keepForGood = createRedisScript(`
for index = 1, 3 do redis.call('PERSIST', KEYS[index]) end
redis.call('ZADD', KEYS[4], '+inf', ARGV[1])
return 1
`)

/**
 * KEYS: as above, and the marks of the user and of the session. ARGV: session, ms. What is under another hold stays.
 */
const letExpire = createRedisScript(`
if redis.call('EXISTS', KEYS[5], KEYS[6]) > 0 then return 0 end
local time = redis.call('TIME')
local ends = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ARGV[2])
for index = 1, 3 do redis.call('PEXPIRE', KEYS[index], ARGV[2]) end
redis.call('ZADD', KEYS[4], ends, ARGV[1])
return 1
`)

/**
 * Legal holds on mappings in Redis. A mark in the slot of the user keeps what is written from now on; what is there is
 * found by a scan of all keys, because a hold is rare.
 */
export function createRedisMappingHolds(redis: Redis, keyPrefix = 'sluice:'): MappingHolds {
  return {
    async hold(subject, holdId) {
      await answered(redis.sadd(heldKeyOf(keyPrefix, subject), holdId))
      const stored = await storedSessions(redis, keyPrefix, subject)
      for (const { keys, name } of stored) await keepForGood(redis, keys, [name])
      return stored.length
    },
    async release(subject, holdId) {
      await answered(redis.srem(heldKeyOf(keyPrefix, subject), holdId))
      const { tenant, sub } = subject
      for (const { keys, name, sessionId } of await storedSessions(redis, keyPrefix, subject)) {
        const marks = [
          { tenant, sub },
          { tenant, sub, sessionId },
        ].map((marked) => heldKeyOf(keyPrefix, marked))
        await letExpire(redis, [...keys, ...marks], [name, AFTER_RELEASE_MS])
      }
    },
  }
}
