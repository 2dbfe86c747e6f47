import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { COMMON } from '../store/lua.ts'
import { readTexts, readWholeNumber } from '../store/replies.ts'
import type { SessionKeys } from '../store/session-keys.ts'
import { FREEZE_LOG, GATEWAYS } from './lua.ts'

/** How long a gateway that has gone without a word stays listed, in milliseconds; it is alive for none of it. */
const LISTED_MS = 60_000

/** KEYS: gateways. ARGV: base, gateway, lease ms. */
const renewScript = createRedisScript(`${COMMON}${FREEZE_LOG}
local now = now_ms()
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${LISTED_MS})
return {last_entry()}
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

/** KEYS: gateways. ARGV: base. */
const listScript = createRedisScript(`${COMMON}${GATEWAYS}
return gateways()
`)

/** The gateways that are alive, or fell silent so lately that they may still send. Throws `dependency_unavailable`. */
export async function listGateways(redis: Redis, keys: SessionKeys): Promise<readonly string[]> {
  return readTexts(await listScript(redis, [keys.gateways], [keys.base]), 'gateways')
}

/** Takes the gateway off the list, so that no command waits for it. */
export async function endLease(redis: Redis, keys: SessionKeys, gateway: string): Promise<void> {
  await redis.zrem(keys.gateways, gateway)
}
