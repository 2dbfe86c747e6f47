import { parsePositiveInteger } from '@sluice/contracts'
import { asDependencyError, type Subscriber } from '@sluice/redis'
import type { SessionConnection } from '../store/session-connection.ts'

/** Announcements kept that no command waits for, at most. Most of them belong to commands of other services. */
const MAX_EARLY = 1_000
/** After this long without an acknowledgement, they are read from Redis: a broken subscription may go unnoticed. */
const POLL_MS = 25

/** Collects the acknowledgements of gateways. It subscribes to them, and reads those that it may miss from Redis. */
export class Acknowledgements {
  readonly #connection: SessionConnection
  readonly #subscriber: Subscriber
  /** Gateways by announcement. The first may arrive before the reply of the command. The oldest is dropped first. */
  readonly #early = new Map<number, Set<string>>()
  /** The one wait for each announcement. */
  readonly #waits = new Map<number, Wait>()

  constructor(connection: SessionConnection) {
    this.#connection = connection
    this.#subscriber = connection.subscribe({
      channels: [connection.keys.acknowledgementChannel],
      connectionName: 'sluice-acknowledgements',
      onMessage: (_channel, text) => this.#add(text),
    })
  }

  /**
   * Resolves with the gateways of `expected` that have acknowledged: when all have, or after `timeoutMs`. While
   * `expected` is not empty, only one call at a time may wait for the same announcement.
   */
  async collect(announcement: number, expected: readonly string[], timeoutMs: number): Promise<ReadonlySet<string>> {
    if (expected.length === 0) return new Set()
    const { clock } = this.#connection
    const wait: Wait = { gateways: this.#early.get(announcement) ?? new Set(), wake: () => {} }
    this.#early.delete(announcement)
    this.#waits.set(announcement, wait)
    const endsAtMs = clock.monotonicMs() + timeoutMs
    const isMissing = () => expected.some((gateway) => !wait.gateways.has(gateway))
    while (isMissing()) {
      const remainingMs = endsAtMs - clock.monotonicMs()
      if (remainingMs <= 0) break
      const isWoken = await waitForWake(wait, Math.min(remainingMs, POLL_MS))
      // Not awaited: Redis may be slow, and this wait is bounded.
      if (!isWoken) void this.#readMissed(announcement, wait)
    }
    this.#waits.delete(announcement)
    return new Set(expected.filter((gateway) => wait.gateways.has(gateway)))
  }

  close(): void {
    this.#subscriber.close()
  }

  /** Adds a published acknowledgement: the announcement and the gateway, separated by a space. */
  #add(text: string): void {
    const [number = '', gateway = ''] = text.split(' ', 2)
    const announcement = parsePositiveInteger(number)
    if (announcement === undefined) return
    const wait = this.#waits.get(announcement)
    const gateways = wait?.gateways ?? this.#keepEarly(announcement)
    gateways.add(gateway)
    wait?.wake()
  }

  #keepEarly(announcement: number): Set<string> {
    const known = this.#early.get(announcement)
    if (known !== undefined) return known
    const gateways = new Set<string>()
    this.#early.set(announcement, gateways)
    if (this.#early.size > MAX_EARLY) this.#early.delete(this.#early.keys().next().value ?? announcement)
    return gateways
  }

  async #readMissed(announcement: number, wait: Wait): Promise<void> {
    const { redis, keys, onError } = this.#connection
    try {
      for (const gateway of await redis.smembers(keys.acknowledgements(announcement))) wait.gateways.add(gateway)
      wait.wake()
    } catch (error) {
      onError(asDependencyError(error))
    }
  }
}

interface Wait {
  readonly gateways: Set<string>
  wake: () => void
}

/** Resolves with true at the next acknowledgement, or with false after `ms`. */
function waitForWake(wait: Wait, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false)
    wait.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}
