import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { COMMON } from './lua.ts'
import { createSessionKeys } from './session-keys.ts'
import type { SessionRef } from './session-store.ts'

/**
 * KEYS: record. ARGV: base, number, user, tenant, sub. Only one that is frozen ends: nothing runs in it any more.
 */
const end = createRedisScript(`${COMMON}
local fields = redis.call('HMGET', KEYS[1], 'state', 'tenant', 'sub', 'pointer')
if not fields[1] then return 'missing' end
if fields[2] ~= ARGV[4] or fields[3] ~= ARGV[5] then return 'missing' end
if fields[1] ~= 'frozen' then return 'active' end
if fields[4] and redis.call('GET', fields[4]) == ARGV[2] then redis.call('DEL', fields[4]) end
redis.call('DEL', KEYS[1])
redis.call('ZREM', B .. 'index', ARGV[2])
redis.call('ZREM', B .. 'ends', ARGV[2])
redis.call('ZREM', user_key(ARGV[3], 'sessions'), ARGV[2])
return 'ended'
`)

/**
 * Ends a frozen session for good: its record goes, with its secret, and its number is never given again. The next
 * request of its client begins another one. False where there is none, or it is not frozen. Throws
 * `dependency_unavailable`.
 */
export async function endFrozenSession(redis: Redis, { tenant, sub, sessionId }: SessionRef): Promise<boolean> {
  const keys = createSessionKeys()
  const { part } = keys.user({ tenant, sub })
  const reply = await end(redis, [keys.session(sessionId)], [keys.base, sessionId, part, tenant, sub])
  return reply === 'ended'
}
