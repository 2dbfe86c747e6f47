import { createRedisScript } from '@sluice/redis'
import { COMMON } from '../store/lua.ts'
import { readTexts, readWholeNumber } from '../store/replies.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import { FREEZE_LOG, GATEWAYS } from './lua.ts'

type Connection = Pick<SessionConnection, 'redis' | 'keys'>

/** How long a gateway stays in the list after its lease has run out, in milliseconds. It does not count as alive. */
const LISTED_MS = 60_000

/** KEYS: gateways. ARGV: base, gateway, lease ms. */
const renewScript = createRedisScript(`${COMMON}${FREEZE_LOG}
local now = now_ms()
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${LISTED_MS})
return {last_entry()}
`)

/**
 * Lists the gateway as alive for `leaseMs` and returns the number of the newest entry of the freeze log. A gateway that
 * has applied all entries up to this number has applied every freeze from before the call.
 * Throws `dependency_unavailable`.
 */
export async function renewLease({ redis, keys }: Connection, gateway: string, leaseMs: number): Promise<number> {
  const reply = await renewScript(redis, [keys.gateways], [keys.base, gateway, leaseMs])
  return readWholeNumber(readTexts(reply, 'lease')[0], 'lease')
}

/** KEYS: gateways. ARGV: base. */
const listScript = createRedisScript(`${COMMON}${GATEWAYS}
return gateways()
`)

/** Lists the gateways that are alive or may still send, by id. Throws `dependency_unavailable`. */
export async function listGateways({ redis, keys }: Connection): Promise<readonly string[]> {
  return readTexts(await listScript(redis, [keys.gateways], [keys.base]), 'gateways')
}

/** Removes the gateway from the list, so that no command waits for it. */
export async function endLease({ redis, keys }: Connection, gateway: string): Promise<void> {
  await redis.zrem(keys.gateways, gateway)
}
