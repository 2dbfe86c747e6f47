import type { Clock } from '@sluice/contracts'
import { COUNTED_PER_TICK_MS, GRACE_MS, LEASE_MS, RENEW_EVERY_MS, TICK_MS } from './lease-times.ts'

interface LeaseKeeperOptions {
  readonly clock: Clock
  /** Renews the lease, which then holds for 300 ms from the moment of the call. */
  readonly renew: () => Promise<void>
  /** Called when the lease has run out and could not be renewed; then every 100 ms while that lasts. */
  readonly onLapse: () => void
  readonly onError: (error: unknown) => void
}

/**
 * Renews a lease every 100 ms and reports when it is lost. A lease that has run out is not lost yet: it is asked for
 * again at once, and is lost where no reply comes within the grace. Only time in which the process could act counts
 * toward the grace.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  #freshUntilMs = Number.NEGATIVE_INFINITY
  #renewal: Promise<void> | undefined
  #expiryTimer: NodeJS.Timeout | undefined
  #renewalTimer: NodeJS.Timeout | undefined
  /** From the end of the lease until it is renewed or lost. */
  #grace: Grace | undefined
  /** True before the first renewal, and from a lapse until the lease is renewed. */
  #isLapsed = true
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

  /** Resolves with true when the lease is fresh, or with false when it is lost. Never rejects. */
  async untilFresh(): Promise<boolean> {
    while (!this.isFresh()) {
      if (this.#isStopped) return false
      if (this.#isLapsed) return await this.#renewLapsed()
      await this.#beginGrace().ended
    }
    return true
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
    this.#endGrace()
    await this.#renewal
  }

  async #renew(): Promise<void> {
    const { clock, renew } = this.#options
    const askedAtMs = clock.monotonicMs()
    const spentMs = this.#grace?.spentMs ?? 0
    await renew()
    if (this.#isStopped) return
    this.#freshUntilMs = askedAtMs + LEASE_MS
    if (this.isFresh()) {
      this.#isLapsed = false
      this.#endGrace()
    } else {
      // Redis answers, and this process was too late to use it: the grace counts from the question.
      this.#grace?.giveBack(spentMs)
    }
    clearTimeout(this.#expiryTimer)
    // A timer counts whole milliseconds and may fire up to one early.
    const expiresInMs = Math.max(Math.ceil(this.#freshUntilMs - clock.monotonicMs()), 0) + 1
    this.#expiryTimer = setTimeout(() => this.#handleExpiry(), expiresInMs)
  }

  /** The first renewal may have been asked for too long ago to help. */
  async #renewLapsed(): Promise<boolean> {
    for (let renewals = 0; renewals < 2 && !this.isFresh(); renewals += 1) await this.renewNow()
    return this.isFresh()
  }

  #handleExpiry(): void {
    if (!this.isFresh() && !this.#isLapsed) this.#beginGrace()
  }

  #beginGrace(): Grace {
    if (this.#grace === undefined) {
      this.#grace = new Grace(this.#options.clock, () => this.#handleTick())
      void this.renewNow()
    }
    return this.#grace
  }

  #handleTick(): void {
    if (this.#grace !== undefined && this.#grace.spentMs < GRACE_MS) {
      void this.renewNow()
      return
    }
    this.#isLapsed = true
    this.#endGrace()
    this.#options.onLapse()
  }

  #endGrace(): void {
    this.#grace?.end()
    this.#grace = undefined
  }
}

/** Counts time in which the process could act. A turn of the event loop that lasts longer than a tick counts as one. */
class Grace {
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  readonly #ended = Promise.withResolvers<void>()
  #tickedAtMs: number
  #spentMs = 0

  constructor(clock: Clock, onTick: () => void) {
    this.#clock = clock
    this.#tickedAtMs = clock.monotonicMs()
    this.#timer = setInterval(() => {
      this.#count()
      onTick()
    }, TICK_MS)
  }

  /** In milliseconds, as of the last tick. */
  get spentMs(): number {
    return this.#spentMs
  }

  /** Resolves when the lease is renewed, lost or ended. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  giveBack(ms: number): void {
    this.#spentMs -= ms
  }

  end(): void {
    clearInterval(this.#timer)
    this.#ended.resolve()
  }

  #count(): void {
    const nowMs = this.#clock.monotonicMs()
    this.#spentMs += Math.min(nowMs - this.#tickedAtMs, COUNTED_PER_TICK_MS)
    this.#tickedAtMs = nowMs
  }
}
