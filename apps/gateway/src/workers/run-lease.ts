import { EXECUTION_UNCERTAIN } from '@sluice/approvals'
import { type Clock, SluiceError } from '@sluice/contracts'

interface RunLeaseOptions {
  /** Gives a sign of life, durably. A rejection with `conflict` says that the run has ended for everybody else. */
  readonly renew: () => Promise<void>
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** How long the last sign of life counts, in milliseconds. */
  readonly leaseMs: number
  /** The longest that a run may take, in milliseconds. */
  readonly maxRunMs: number
  /** Stops the run: for everybody else it has ended, or will have before it can say otherwise. */
  readonly onLost: (reason: SluiceError) => void
}

/** How many signs of life a lease has room for. */
const SIGNS_PER_LEASE = 3

/** Keeps a run alive for all who look at it, and stops it where it cannot. */
export class RunLease {
  readonly #options: RunLeaseOptions
  readonly #startedMs: number
  readonly #timer: NodeJS.Timeout
  #lastSignMs: number
  #isRenewing = false

  constructor(options: RunLeaseOptions) {
    this.#options = options
    this.#startedMs = options.clock.monotonicMs()
    this.#lastSignMs = this.#startedMs
    this.#timer = setInterval(() => void this.#look(), options.leaseMs / SIGNS_PER_LEASE)
  }

  end(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const { clock, leaseMs, maxRunMs, renew } = this.#options
    const nowMs = clock.monotonicMs()
    if (nowMs - this.#startedMs >= maxRunMs) return this.#lose(new SluiceError('upstream_timeout'))
    if (nowMs - this.#lastSignMs >= leaseMs) return this.#lose(new SluiceError(EXECUTION_UNCERTAIN))
    if (this.#isRenewing) return
    this.#isRenewing = true
    try {
      await renew()
      this.#lastSignMs = nowMs
    } catch (error) {
      if (error instanceof SluiceError && error.code === 'conflict') this.#lose(new SluiceError(EXECUTION_UNCERTAIN))
    } finally {
      this.#isRenewing = false
    }
  }

  #lose(reason: SluiceError): void {
    this.end()
    this.#options.onLost(reason)
  }
}
