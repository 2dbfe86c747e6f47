import type { Clock } from '@sluice/contracts'
import { GRACE_MS, LEASE_MS, RENEW_EVERY_MS } from './lease-times.ts'

const RETRY_MS = 10

interface LeaseKeeperOptions {
  readonly clock: Clock
  /** Renews the lease, which then holds for 300 ms from the moment of the call. */
  readonly renew: () => Promise<void>
  /** Called when the lease has run out and could not be renewed; then every 100 ms while that lasts. */
  readonly onLapse: () => void
  readonly onError: (error: unknown) => void
}

/** Renews a lease every 100 ms and reports when it is lost. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  #freshUntilMs = Number.NEGATIVE_INFINITY
  #renewal: Promise<void> | undefined
  #expiryTimer: NodeJS.Timeout | undefined
  #renewalTimer: NodeJS.Timeout | undefined
  /** True from a lapse until the lease is renewed. */
  #isLapsed = false
  #isStopped = false

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  isFresh(): boolean {
    return this.#options.clock.monotonicMs() < this.#freshUntilMs
  }

  /** Renews now, or waits for the renewal that is running. Never rejects. */
  renewNow(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#renewal ??= this.#renew()
      .catch(this.#options.onError)
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  /** Resolves when the lease has been renewed for the first time. Throws what the renewal throws. */
  async start(): Promise<void> {
    await this.#renew()
    this.#renewalTimer = setInterval(() => {
      // Requests may have begun since the last call.
      if (this.#isLapsed) this.#options.onLapse()
      void this.renewNow()
    }, RENEW_EVERY_MS)
  }

  /** Resolves when no renewal is running any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#renewalTimer)
    clearTimeout(this.#expiryTimer)
    await this.#renewal
  }

  async #renew(): Promise<void> {
    const { clock, renew } = this.#options
    const askedAtMs = clock.monotonicMs()
    await renew()
    if (this.#isStopped) return
    this.#freshUntilMs = askedAtMs + LEASE_MS
    this.#isLapsed &&= !this.isFresh()
    clearTimeout(this.#expiryTimer)
    // A timer counts whole milliseconds and may fire up to one early.
    const expiresInMs = Math.max(Math.ceil(this.#freshUntilMs - clock.monotonicMs()), 0) + 1
    this.#expiryTimer = setTimeout(() => void this.#handleExpiry(), expiresInMs)
  }

  /** Retries until the grace is over. A renewal that is running may have been asked for too long ago to help. */
  async #handleExpiry(): Promise<void> {
    const { clock, onLapse } = this.#options
    const giveUpAtMs = clock.monotonicMs() + GRACE_MS
    for (let leftMs = GRACE_MS; leftMs > 0 && this.#isMissing(); leftMs = giveUpAtMs - clock.monotonicMs()) {
      await Promise.race([this.renewNow().then(() => sleep(RETRY_MS)), sleep(leftMs)])
    }
    if (!this.#isMissing()) return
    this.#isLapsed = true
    onLapse()
  }

  #isMissing(): boolean {
    return !this.#isStopped && !this.isFresh()
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
