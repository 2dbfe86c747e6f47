import { createRedisScript } from '@sluice/redis'
import { COMMON } from '../store/lua.ts'
import { readTexts, readWholeNumber } from '../store/replies.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import { FREEZE_LOG, GATEWAYS } from './lua.ts'

type Connection = Pick<SessionConnection, 'redis' | 'keys'>

/** How long a gateway stays in the list after its lease has run out, in milliseconds. It does not count as alive. */
const LISTED_MS = 60_000

/** KEYS: gateways. ARGV: base, gateway, lease ms. */
const renewScript = createRedisScript(
  `${COMMON}${FREEZE_LOG}
local now = now_ms()
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${LISTED_MS})
local callers = 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf')) do
  if string.sub(id, 1, 7) ~= 'worker-' then callers = callers + 1 end
end
return {last_entry(), text(math.max(callers, 1))}
`,
  { allowOom: true },
)

interface RenewedLease {
  /** The number of the newest entry of the freeze log. */
  readonly newest: number
  /** How many gateways that answer callers hold a lease, at least 1. */
  readonly gateways: number
}

/**
 * Lists the gateway as alive for `leaseMs`. A gateway that has applied all entries of the freeze log up to the newest
 * has applied every freeze from before the call. Throws `dependency_unavailable`.
 */
export async function renewLease({ redis, keys }: Connection, gateway: string, leaseMs: number): Promise<RenewedLease> {
  const [newest, gateways] = readTexts(
    await renewScript(redis, [keys.gateways], [keys.base, gateway, leaseMs]),
    'lease',
  )
  return { newest: readWholeNumber(newest, 'lease'), gateways: readWholeNumber(gateways, 'lease') }
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
