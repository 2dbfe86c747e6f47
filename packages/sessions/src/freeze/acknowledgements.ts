import type { Clock } from '@sluice/contracts'
import { asDependencyError, createRedisScript, createSubscriber } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { SessionKeys } from '../store/session-keys.ts'

/** How long acknowledgements can be read up; a command waits for half a second. */
const KEPT_MS = 60_000
/** Announcements that were acknowledged before anybody waited for that, at most; most are other services' own. */
const EARLY_MOST = 1_000
/** Where none came for this long, they are read up: the subscription may be broken, and not know it. */
const POLL_MS = 25

/** KEYS: set. ARGV: channel, announcement, gateway, kept ms. */
const acknowledgeScript = createRedisScript(`
redis.call('SADD', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
`)

/** Tells that nothing of what an entry froze runs at this gateway any more. Throws `dependency_unavailable`. */
export async function acknowledge(redis: Redis, keys: SessionKeys, announcement: number, gateway: string) {
  const { acknowledgementChannel } = keys
  await acknowledgeScript(
    redis,
    [keys.acknowledgements(announcement)],
    [acknowledgementChannel, announcement, gateway, KEPT_MS],
  )
}

export interface Acknowledgements {
  /**
   * Resolves with the gateways of `expected` that have acknowledged: when all have, or after `timeoutMs`. There must be
   * no more than one call at a time for the same announcement with anybody to expect.
   */
  collect(announcement: number, expected: readonly string[], timeoutMs: number): Promise<ReadonlySet<string>>
  close(): void
}

export interface AcknowledgementsOptions {
  readonly redis: Redis
  /** For the subscription, which needs a connection of its own. */
  readonly redisUrl: string
  readonly keys: SessionKeys
  readonly clock: Clock
  readonly onError?: (error: Error) => void
}

/** Listens to what gateways acknowledge, and reads up in Redis what may have been missed. */
export function createAcknowledgements(options: AcknowledgementsOptions): Acknowledgements {
  const { redis, redisUrl, keys, clock, onError } = options
  /** By announcement, because the first may come before the command's own reply. The oldest goes first. */
  const early = new Map<number, Set<string>>()
  /** What commands wait for, one each. */
  const waiting = new Map<number, Waiting>()

  function earlyOf(announcement: number): Set<string> {
    const known = early.get(announcement)
    if (known !== undefined) return known
    const fresh = new Set<string>()
    early.set(announcement, fresh)
    if (early.size > EARLY_MOST) early.delete(early.keys().next().value ?? announcement)
    return fresh
  }

  const subscriber = createSubscriber(redisUrl, {
    channels: [keys.acknowledgementChannel],
    connectionName: 'sluice-acknowledgements',
    onMessage: (_channel, text) => {
      const [number = '', gateway = ''] = text.split(' ', 2)
      if (!/^[1-9][0-9]{0,15}$/.test(number)) return
      const announcement = Number(number)
      const entry = waiting.get(announcement)
      const gateways = entry?.gateways ?? earlyOf(announcement)
      gateways.add(gateway)
      entry?.wake()
    },
    ...(onError === undefined ? {} : { onError }),
  })

  async function readUp(announcement: number, entry: Waiting): Promise<void> {
    try {
      for (const gateway of await redis.smembers(keys.acknowledgements(announcement))) entry.gateways.add(gateway)
      entry.wake()
    } catch (error) {
      onError?.(asDependencyError(error))
    }
  }

  return {
    async collect(announcement, expected, timeoutMs) {
      if (expected.length === 0) return new Set()
      const entry: Waiting = { gateways: earlyOf(announcement), wake: () => {} }
      early.delete(announcement)
      waiting.set(announcement, entry)
      const endsAtMs = clock.monotonicMs() + timeoutMs
      const isMissing = () => expected.some((gateway) => !entry.gateways.has(gateway))
      while (isMissing()) {
        const remainingMs = endsAtMs - clock.monotonicMs()
        if (remainingMs <= 0) break
        const isWoken = await wakened(entry, Math.min(remainingMs, POLL_MS))
        // Not waited for: Redis may itself be slow, and the answer has its time.
        if (!isWoken) void readUp(announcement, entry)
      }
      waiting.delete(announcement)
      return new Set(expected.filter((gateway) => entry.gateways.has(gateway)))
    },
    close: () => subscriber.close(),
  }
}

interface Waiting {
  readonly gateways: Set<string>
  wake: () => void
}

/** Resolves with true at the next acknowledgement, or with false after `ms`. */
function wakened(entry: Waiting, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false)
    entry.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}
