import { type Clock, SluiceError } from '@sluice/contracts'
import { createSubscriber, type Subscriber } from './subscriber.ts'

interface RefresherOptions {
  readonly redisUrl: string
  /** Whoever has changed the state publishes a message here; what it says does not matter. */
  readonly channel: string
  /** Shown by `CLIENT LIST`. */
  readonly connectionName: string
  readonly clock: Clock
  /** Reads the state anew and keeps it; ends by itself within seconds. It runs once at a time. */
  readonly read: () => Promise<void>
  /** How long a reading is good where no message comes, in milliseconds: the net under lost messages. */
  readonly everyMs: number
  /** How old the last good reading may be before {@link Refresher.checkReady} fails, in milliseconds. */
  readonly staleAfterMs: number
  /** Called with the first of readings that fail one after another in the background. */
  readonly onError: (error: unknown) => void
}

/** Keeps what a service has read from a store fresh. */
export interface Refresher {
  /** Reads for the first time. Throws what the reading throws: without it there is nothing to go by. */
  start(): Promise<void>
  /** Resolves after a reading that began no earlier than this call. Throws what the reading throws. */
  refresh(): Promise<void>
  /** Throws `dependency_unavailable` where the last good reading is too old. What was read last stays in use. */
  checkReady(): Promise<void>
  close(): void
}

/** How soon a reading that failed is tried again. */
const RETRY_MS = 1_000

/**
 * Creates what reads a state anew whenever a message says that it has changed, whenever the subscription begins anew,
 * because messages may have been missed, and every `everyMs`. Messages that come during a reading lead to one more.
 */
export function createRefresher(options: RefresherOptions): Refresher {
  return new PushedRefresher(options)
}

class PushedRefresher implements Refresher {
  readonly #options: RefresherOptions
  #subscriber: Subscriber | undefined
  #running: Promise<void> | undefined
  /** The reading that follows the one that runs. */
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Of the beginning of the last good reading, on the monotonic clock. */
  #freshAtMs: number | undefined
  #isFailing = false
  #closed = false

  constructor(options: RefresherOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.refresh()
    if (this.#closed) return
    const { redisUrl, channel, connectionName } = this.#options
    const onNews = () => this.#refreshInBackground()
    this.#subscriber = createSubscriber(redisUrl, {
      channels: [channel],
      connectionName,
      onMessage: onNews,
      onSubscribed: onNews,
    })
  }

  refresh(): Promise<void> {
    if (this.#running === undefined) return this.#begin()
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.refresh()
      })
    return this.#next
  }

  async checkReady(): Promise<void> {
    const { clock, staleAfterMs } = this.#options
    if (this.#freshAtMs !== undefined && clock.monotonicMs() - this.#freshAtMs <= staleAfterMs) return
    throw new SluiceError('dependency_unavailable')
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#subscriber?.close()
  }

  #begin(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running = this.#read().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #read(): Promise<void> {
    const { clock, read, everyMs } = this.#options
    const startedMs = clock.monotonicMs()
    try {
      await read()
      this.#freshAtMs = startedMs
      this.#isFailing = false
      this.#readLater(everyMs)
    } catch (error) {
      this.#readLater(Math.min(RETRY_MS, everyMs))
      throw error
    }
  }

  #readLater(delayMs: number): void {
    if (this.#closed) return
    this.#timer = setTimeout(() => this.#refreshInBackground(), delayMs)
    this.#timer.unref()
  }

  #refreshInBackground(): void {
    if (this.#closed) return
    this.refresh().catch((error: unknown) => {
      if (this.#isFailing) return
      this.#isFailing = true
      this.#options.onError(error)
    })
  }
}
