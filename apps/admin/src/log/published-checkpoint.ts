import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import type { LogCheckpoints } from '@sluice/db'

type Published = NonNullable<Awaited<ReturnType<LogCheckpoints['find']>>>

interface PublishedCheckpointOptions {
  readonly checkpoints: Pick<LogCheckpoints, 'find'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** How long what was read is shown to others. */
const MAX_AGE_MS = 100

/**
 * The newest published checkpoint. However many ask for it, PostgreSQL is asked ten times a second at most, and once at
 * a time. Methods throw `dependency_unavailable`.
 */
export class PublishedCheckpoint {
  readonly #options: PublishedCheckpointOptions
  #kept: Published | undefined
  #keptAtMs = Number.NEGATIVE_INFINITY
  #askedAtMs = Number.NEGATIVE_INFINITY
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<Published | undefined> | undefined

  constructor(options: PublishedCheckpointOptions) {
    this.#options = options
  }

  /** One that was the newest 100 ms ago at most; undefined where none is published. */
  async current(): Promise<Published | undefined> {
    const age = this.#options.clock.monotonicMs() - this.#keptAtMs
    return age < MAX_AGE_MS ? this.#kept : await this.newer()
  }

  /** One that is read after the call: another service may have published it just now, and sent its reader here. */
  newer(): Promise<Published | undefined> {
    if (this.#next === undefined) {
      this.#next = this.#running.then(() => this.#readWhenDue())
      this.#running = this.#next.catch(() => undefined)
    }
    return this.#next
  }

  async #readWhenDue(): Promise<Published | undefined> {
    const { checkpoints, clock } = this.#options
    await sleep(Math.max(0, this.#askedAtMs + MAX_AGE_MS - clock.monotonicMs()))
    // Whoever asks from here on gets the next reading.
    this.#next = undefined
    const askedAtMs = clock.monotonicMs()
    this.#askedAtMs = askedAtMs
    this.#kept = await checkpoints.find('published')
    this.#keptAtMs = askedAtMs
    return this.#kept
  }
}
