import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { COMMON } from './lua.ts'
import { readTexts, readWholeNumber } from './replies.ts'
import type { SessionKeys } from './session-keys.ts'

/** How long a gateway that has gone without a word stays listed, in milliseconds; it is not alive for any of it. */
const LISTED_MS = 60_000

/** KEYS: gateways. ARGV: base, gateway, lease ms. */
const renewScript = createRedisScript(`${COMMON}
local now = now_ms()
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${LISTED_MS})
return {redis.call('GET', B .. 'freeze-sequence') or '0'}
`)

/**
 * Lists the gateway as alive for `leaseMs` and tells the number of the newest entry of the freeze log: a gateway that
 * has heeded all entries up to it knows of every freeze until the moment at which it asked.
 * Throws `dependency_unavailable`.
 */
export async function renewLease(redis: Redis, keys: SessionKeys, gateway: string, leaseMs: number): Promise<number> {
  const reply = await renewScript(redis, [keys.gateways], [keys.base, gateway, leaseMs])
  return readWholeNumber(readTexts(reply, 'lease')[0], 'lease')
}

/** Takes the gateway off the list, so that no command waits for it. */
export async function endLease(redis: Redis, keys: SessionKeys, gateway: string): Promise<void> {
  await redis.zrem(keys.gateways, gateway)
}
