import type { Clock } from '@sluice/contracts'
import { asDependencyError, createRedisScript, createSubscriber } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { SessionKeys } from './session-keys.ts'

/** How long acknowledgements can be read up; a command waits for half a second. */
const KEPT_MS = 60_000
/** Acknowledgements that came before anybody waited for them, at most. */
const EARLY_MOST = 1_000
/** How often they are read up while the subscription is broken. */
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
  /** Resolves with the gateways of `expected` that have acknowledged: when all have, or after `timeoutMs`. */
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

/** Listens to what gateways acknowledge. While the subscription is broken the sets in Redis are read instead. */
export function createAcknowledgements(options: AcknowledgementsOptions): Acknowledgements {
  const { redis, redisUrl, keys, clock, onError } = options
  /** By announcement, because the first may come before the command's own reply. The oldest goes first. */
  const heard = new Map<number, Heard>()

  function heardOf(announcement: number): Heard {
    const known = heard.get(announcement)
    if (known !== undefined) return known
    const fresh: Heard = { gateways: new Set(), wake: () => {} }
    heard.set(announcement, fresh)
    if (heard.size > EARLY_MOST) heard.delete(heard.keys().next().value ?? announcement)
    return fresh
  }

  const subscriber = createSubscriber(redisUrl, {
    channels: [keys.acknowledgementChannel],
    connectionName: 'sluice-acknowledgements',
    onMessage: (_channel, text) => {
      const [announcement = '', gateway = ''] = text.split(' ', 2)
      if (!/^[1-9][0-9]{0,15}$/.test(announcement)) return
      const entry = heardOf(Number(announcement))
      entry.gateways.add(gateway)
      entry.wake()
    },
    ...(onError === undefined ? {} : { onError }),
  })

  async function readUp(announcement: number, into: Set<string>): Promise<void> {
    try {
      for (const gateway of await redis.smembers(keys.acknowledgements(announcement))) into.add(gateway)
    } catch (error) {
      onError?.(asDependencyError(error))
    }
  }

  return {
    async collect(announcement, expected, timeoutMs) {
      const entry = heardOf(announcement)
      const endsAtMs = clock.monotonicMs() + timeoutMs
      const missing = () => expected.some((gateway) => !entry.gateways.has(gateway))
      while (missing()) {
        const remainingMs = endsAtMs - clock.monotonicMs()
        if (remainingMs <= 0) break
        if (!subscriber.isSubscribed()) await readUp(announcement, entry.gateways)
        if (missing()) await wakened(entry, Math.min(remainingMs, POLL_MS))
      }
      heard.delete(announcement)
      return new Set(expected.filter((gateway) => entry.gateways.has(gateway)))
    },
    close: () => subscriber.close(),
  }
}

interface Heard {
  readonly gateways: Set<string>
  wake: () => void
}

/** Resolves with the next acknowledgement, or after `ms`. */
function wakened(entry: Heard, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    entry.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
