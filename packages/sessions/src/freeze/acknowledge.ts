import { createRedisScript } from '@sluice/redis'
import type { SessionConnection } from '../store/session-connection.ts'

/** How long acknowledgements are kept in Redis, in milliseconds. A command waits for them for half a second. */
export const ACKNOWLEDGED_KEPT_MS = 60_000

/** KEYS: set. ARGV: channel, announcement, gateway, kept ms. */
const acknowledgeScript = createRedisScript(
  `
redis.call('SADD', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
`,
  { allowOom: true },
)

/**
 * Acknowledges an entry of the freeze log: nothing that it froze runs at this gateway any more.
 * Throws `dependency_unavailable`.
 */
export async function acknowledge(
  { redis, keys }: Pick<SessionConnection, 'redis' | 'keys'>,
  announcement: number,
  gateway: string,
): Promise<void> {
  const args = [keys.acknowledgementChannel, announcement, gateway, ACKNOWLEDGED_KEPT_MS]
  await acknowledgeScript(redis, [keys.acknowledgements(announcement)], args)
}
