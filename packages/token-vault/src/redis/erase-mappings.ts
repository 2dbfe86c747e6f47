import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { HeldSubject } from '../mapping-holds.ts'
import { slotOf } from './state-map-keys.ts'
import { storedSessions } from './stored-sessions.ts'

/**
 * KEYS: newer generation, older generation, secrets, ends, bytes. ARGV: session, user, as the account names them.
 * Deletes what a session has stored, and takes it out of the account.
 */
const erase = createRedisScript(`
local bytes = tonumber(redis.call('HGET', KEYS[5], ARGV[1]) or 0)
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[1])
for _, name in ipairs({ARGV[2], 'all'}) do
  if bytes > 0 and redis.call('HINCRBY', KEYS[5], name, -bytes) <= 0 then redis.call('HDEL', KEYS[5], name) end
end
return 1
`)

/**
 * Deletes the mappings of a user, or of one session, and the secrets that they were sealed with. Returns of how many
 * sessions there were some. Throws `dependency_unavailable`; it can be repeated.
 */
export async function eraseMappings(redis: Redis, subject: HeldSubject, keyPrefix = 'sluice:'): Promise<number> {
  const { base, user } = slotOf(keyPrefix, subject)
  const stored = await storedSessions(redis, keyPrefix, subject)
  for (const { keys, name } of stored) await erase(redis, [...keys, `${base}bytes`], [name, user])
  return stored.length
}
