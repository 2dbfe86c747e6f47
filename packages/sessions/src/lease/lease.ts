import { createRedisScript } from '@sluice/redis'
import { COMMON } from '../store/lua.ts'
import { malformedReply, readTexts, readWholeNumber } from '../store/replies.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { GatewayLease } from '../store/session-store.ts'
import { LEASE_MS } from './lease-times.ts'
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

/** KEYS: gateways. ARGV: base, most. */
const listLeasesScript = createRedisScript(`${COMMON}
local now = now_ms()
local found = redis.call('ZRANGE', KEYS[1], 0, ARGV[2] - 1, 'REV', 'WITHSCORES')
return {text(now), found}
`)

/** Gateways that are listed. */
const MAX_LEASES = 500

/**
 * Lists the gateways with a lease, and those whose lease has run out in the last minute; the freshest come first, 500
 * at most. Throws `dependency_unavailable`.
 */
export async function listLeases({ redis, keys }: Connection): Promise<readonly GatewayLease[]> {
  const reply = await listLeasesScript(redis, [keys.gateways], [keys.base, MAX_LEASES])
  if (!Array.isArray(reply)) throw malformedReply('leases')
  const nowMs = readWholeNumber(readTexts([reply[0]], 'leases')[0], 'leases')
  const texts = readTexts(reply[1], 'leases')
  const leases: GatewayLease[] = []
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const id = texts[at] ?? ''
    const endsMs = readWholeNumber(texts[at + 1], 'leases')
    const kind = id.startsWith('worker-') ? 'worker' : 'gateway'
    // The lease is counted from its renewal.
    const confirmedMsAgo = Math.max(0, nowMs - (endsMs - LEASE_MS))
    leases.push({ id, kind, isAlive: endsMs > nowMs, confirmedMsAgo })
  }
  return leases
}

/** Removes the gateway from the list, so that no command waits for it. */
export async function endLease({ redis, keys }: Connection, gateway: string): Promise<void> {
  await redis.zrem(keys.gateways, gateway)
}
