import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import { GRACE_MS, LEASE_MS, RENEW_EVERY_MS } from './lease-times.ts'

const RETRY_MS = 10

export interface LeaseKeeperOptions {
  readonly clock: Clock
  /** Renews the lease; it is good for 300 ms from the moment of the call. */
  readonly renew: () => Promise<void>
  /** The lease has run out and could not be renewed. Called again, ten times a second, while that lasts. */
  readonly onLapse: () => void
  readonly onError: (error: unknown) => void
}

export interface LeaseKeeper {
  isFresh(): boolean
  /** Renews now, or waits for the renewal under way. Never rejects. */
  renewNow(): Promise<void>
  /** Resolves when the lease is there for the first time. Throws what the renewal throws. */
  start(): Promise<void>
  /** Resolves when no renewal is under way any more. */
  stop(): Promise<void>
}

/** Keeps a lease fresh by renewing it ten times a second, and tells when it has been lost. */
export function createLeaseKeeper({ clock, renew, onLapse, onError }: LeaseKeeperOptions): LeaseKeeper {
  let freshUntilMs = Number.NEGATIVE_INFINITY
  let renewing: Promise<void> | undefined
  let expiry: NodeJS.Timeout | undefined
  let ticks: NodeJS.Timeout | undefined
  /** True from a lapse on until the lease is renewed. */
  let isLapsed = false
  let stopped = false

  const isFresh = () => clock.monotonicMs() < freshUntilMs

  async function renewOnce(): Promise<void> {
    const askedAtMs = clock.monotonicMs()
    await renew()
    if (stopped) return
    freshUntilMs = askedAtMs + LEASE_MS
    isLapsed &&= !isFresh()
    clearTimeout(expiry)
    // Timers count whole milliseconds and may come early by the rest.
    expiry = setTimeout(() => void expired(), Math.max(Math.ceil(freshUntilMs - clock.monotonicMs()), 0) + 1)
  }

  function renewNow(): Promise<void> {
    if (stopped) return Promise.resolve()
    renewing ??= renewOnce()
      .catch(onError)
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  /** Tries until the grace is over: the renewal under way may itself have been asked for too long ago. */
  async function expired(): Promise<void> {
    const giveUpAtMs = clock.monotonicMs() + GRACE_MS
    for (let leftMs = GRACE_MS; leftMs > 0 && !stopped && !isFresh(); leftMs = giveUpAtMs - clock.monotonicMs()) {
      await Promise.race([renewNow().then(() => sleep(RETRY_MS)), sleep(leftMs)])
    }
    if (stopped || isFresh()) return
    isLapsed = true
    onLapse()
  }

  return {
    isFresh,
    renewNow,
    async start() {
      await renewOnce()
      ticks = setInterval(() => {
        // For what has begun since the lapse was told.
        if (isLapsed) onLapse()
        void renewNow()
      }, RENEW_EVERY_MS)
    },
    async stop() {
      stopped = true
      clearInterval(ticks)
      clearTimeout(expiry)
      await renewing
    },
  }
}
