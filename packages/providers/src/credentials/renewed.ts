import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'

/** It is replaced so long before it ends, or halfway where it lives less than twice as long. */
const RENEW_BEFORE_MS = 300_000

/** Nothing was to be had that an endpoint takes. Its message holds nothing of what anybody said. */
export class NoToken extends Error {
  override readonly name = 'NoToken'
}

/** Something that ends, as whoever gives it out says. */
interface Lent<Value> {
  readonly value: Value
  /** In milliseconds since the Unix epoch. */
  readonly endsAtMs: number
}

interface Known<Value> extends Lent<Value> {
  readonly renewAtMs: number
  readonly askedAtMs: number
}

/**
 * A token or a key that ends. It is asked for when it is first needed, by one request at a time, and replaced before it
 * ends: the old one serves while the new one is fetched.
 */
export class Renewed<Value> {
  readonly #fetch: () => Promise<Lent<Value>>
  readonly #clock: Clock
  readonly #fetchOnce = singleFlight<'one', Known<Value>>()
  #known: Known<Value> | undefined

  /** @param fetch rejects with `NoToken` for whatever fails. */
  constructor(fetch: () => Promise<Lent<Value>>, clock: Clock) {
    this.#fetch = fetch
    this.#clock = clock
  }

  /** Rejects with `NoToken`. */
  async get(): Promise<Value> {
    const now = this.#clock.nowMs()
    const known = this.#known
    if (known === undefined || now >= known.endsAtMs) return (await this.#renew()).value
    // A failure shows once there is none left.
    if (now >= known.renewAtMs) this.#renew().catch(() => undefined)
    return known.value
  }

  /**
   * Forgets what was refused, unless it has been replaced since, or was asked for less than `minAgeMs` ago: another one
   * would be no better.
   */
  forget(isRefused: (value: Value) => boolean, minAgeMs = 0): void {
    const known = this.#known
    if (known === undefined || !isRefused(known.value)) return
    if (this.#clock.nowMs() - known.askedAtMs >= minAgeMs) this.#known = undefined
  }

  #renew(): Promise<Known<Value>> {
    return this.#fetchOnce('one', async () => {
      const askedAtMs = this.#clock.nowMs()
      const { value, endsAtMs } = await this.#fetch()
      const livesMs = endsAtMs - askedAtMs
      if (!(livesMs > 0)) throw new NoToken('What was given has ended already.')
      const renewAtMs = askedAtMs + Math.max(livesMs - RENEW_BEFORE_MS, livesMs / 2)
      this.#known = { value, endsAtMs, renewAtMs, askedAtMs }
      return this.#known
    })
  }
}
