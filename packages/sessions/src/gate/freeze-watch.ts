import { SluiceError } from '@sluice/contracts'
import type { Subscriber } from '@sluice/redis'
import { acknowledge } from '../freeze/acknowledge.ts'
import { type FreezeEntry, parseFreezeEntry } from '../freeze/freeze-entry.ts'
import { readFreezeLog } from '../freeze/read-freeze-log.ts'
import { endLease, renewLease } from '../lease/lease.ts'
import { LeaseKeeper } from '../lease/lease-keeper.ts'
import { LEASE_MS } from '../lease/lease-times.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import { SeenEntries } from './seen-entries.ts'

/** Entries that wait to be acknowledged, at most. */
const MAX_UNACKNOWLEDGED = 10_000

interface FreezeWatchOptions {
  readonly connection: SessionConnection
  /** The id of this gateway: letters, digits and dashes. */
  readonly gateway: string
  /** Applies one entry, which is acknowledged when the promise resolves. Called once per entry, not always in order. */
  readonly onEntry: (entry: FreezeEntry) => Promise<void>
  /** Called where the log does not show what was missed: every request must be checked. Called again where it fails. */
  readonly onGap: () => Promise<void>
  /** Called when the lease is lost: what cannot be checked must stop. Called again while that lasts. */
  readonly onLapse: () => void
}

/**
 * Keeps a gateway's view of freezes fresh. Entries are pushed to it. Ten times a second a lease proves that it has
 * applied them all. It catches up from the freeze log on what a broken connection has lost.
 */
export class FreezeWatch {
  readonly #options: FreezeWatchOptions
  readonly #lease: LeaseKeeper
  readonly #subscriber: Subscriber
  readonly #seen = new SeenEntries()
  /** Applied entries whose acknowledgement failed. A command may wait for them. The oldest is dropped first. */
  readonly #unacknowledged = new Set<number>()
  #liveGateways = 1

  constructor(options: FreezeWatchOptions) {
    const { connection, gateway, onLapse } = options
    this.#options = options
    this.#lease = new LeaseKeeper({
      clock: connection.clock,
      renew: () => this.#renew(),
      onLapse,
      onError: (error) => this.#report(error),
    })
    this.#subscriber = connection.subscribe({
      channels: [connection.keys.freezeChannel],
      connectionName: `sluice-freezes-${gateway}`,
      onMessage: (_channel, text) => this.#applyPushed(text),
      onSubscribed: () => void this.#lease.renewNow(),
    })
  }

  /** True while every freeze from more than 300 ms ago has been applied here. */
  isFresh(): boolean {
    return this.#lease.isFresh()
  }

  /** How many gateways hold a lease, as of the last renewal; at least 1. */
  liveGateways(): number {
    return this.#liveGateways
  }

  /** Resolves when the view is fresh, at once where it is. Throws `dependency_unavailable` where the lease is lost. */
  async ensureFresh(): Promise<void> {
    if (await this.#lease.untilFresh()) return
    throw new SluiceError('dependency_unavailable', { cause: new Error('the freeze lease has run out') })
  }

  /** Resolves when the view is fresh for the first time. Throws `dependency_unavailable`. */
  async start(): Promise<void> {
    const { connection, gateway } = this.#options
    this.#seen.startAt((await renewLease(connection, gateway, LEASE_MS)).newest)
    await this.#lease.start()
  }

  async stop(): Promise<void> {
    const { connection, gateway } = this.#options
    this.#subscriber.close()
    await this.#lease.stop()
    await endLease(connection, gateway).catch((error) => this.#report(error))
  }

  async #renew(): Promise<void> {
    const { connection, gateway } = this.#options
    const known = this.#seen.upTo()
    const { newest, gateways } = await renewLease(connection, gateway, LEASE_MS)
    this.#liveGateways = gateways
    if (newest < known) await this.#recheckAll(newest)
    await this.#catchUp(newest)
    this.#retryAcknowledgements()
  }

  /** Reads and applies the entries up to `newest` that have not been pushed. */
  async #catchUp(newest: number): Promise<void> {
    while (this.#seen.upTo() < newest) {
      const after = this.#seen.upTo()
      const entries = await readFreezeLog(this.#options.connection, after)
      // An entry was pushed during the read, so the read starts again after it.
      if (this.#seen.upTo() !== after) continue
      const before = entries[0]?.previous ?? newest
      if (before !== after) await this.#recheckAll(before)
      for (const entry of entries) void this.#apply(entry)
    }
  }

  /** Checks every request, because the log does not show what was missed, and continues after `number`. */
  async #recheckAll(number: number): Promise<void> {
    this.#report(new Error('the freeze log has a gap: it was trimmed, or Redis has lost its data'))
    await this.#options.onGap()
    this.#seen.startAt(number)
  }

  #applyPushed(text: string): void {
    try {
      void this.#apply(parseFreezeEntry(text))
    } catch (error) {
      this.#report(error)
    }
  }

  async #apply(entry: FreezeEntry): Promise<void> {
    const { announcement, previous } = entry
    if (!this.#seen.add(announcement, previous)) return
    try {
      await this.#options.onEntry(entry)
    } catch (error) {
      this.#report(error)
      return
    }
    await this.#acknowledge(announcement)
  }

  async #acknowledge(announcement: number): Promise<void> {
    const { connection, gateway } = this.#options
    try {
      await acknowledge(connection, announcement, gateway)
    } catch (error) {
      this.#keepUnacknowledged(announcement)
      this.#report(error)
    }
  }

  #keepUnacknowledged(announcement: number): void {
    const unacknowledged = this.#unacknowledged
    unacknowledged.add(announcement)
    if (unacknowledged.size <= MAX_UNACKNOWLEDGED) return
    unacknowledged.delete(unacknowledged.values().next().value ?? announcement)
  }

  #retryAcknowledgements(): void {
    for (const announcement of this.#unacknowledged) {
      this.#unacknowledged.delete(announcement)
      void this.#acknowledge(announcement)
    }
  }

  #report(error: unknown): void {
    this.#options.connection.onError(error instanceof Error ? error : new Error(String(error)))
  }
}
