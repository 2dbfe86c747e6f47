import { type Clock, SluiceError } from '@sluice/contracts'
import { createSubscriber } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { acknowledge } from '../freeze/acknowledgements.ts'
import { type FreezeEntry, parseFreezeEntry } from '../freeze/freeze-entry.ts'
import { readFreezeLog } from '../freeze/freeze-log.ts'
import { endLease, renewLease } from '../lease/lease.ts'
import { createLeaseKeeper } from '../lease/lease-keeper.ts'
import { LEASE_MS } from '../lease/lease-times.ts'
import type { SessionKeys } from '../store/session-keys.ts'
import { createSeenEntries } from './seen-entries.ts'

/** Entries that wait to be confirmed, at most. */
const UNCONFIRMED_MOST = 10_000

export interface FreezeWatchOptions {
  readonly redis: Redis
  /** For the subscription, which needs a connection of its own. */
  readonly redisUrl: string
  readonly keys: SessionKeys
  readonly clock: Clock
  /** This gateway among those alive; letters, digits and dashes. */
  readonly gateway: string
  /** Heeds one entry; it is acknowledged when the promise resolves. Called once per entry, not always in order. */
  readonly onEntry: (entry: FreezeEntry) => Promise<void>
  /** The log cannot tell what was missed: all that runs must be looked at. Called again where it fails. */
  readonly onGap: () => Promise<void>
  /** The view can no longer be proved fresh: what cannot be checked must stop. Called again while that lasts. */
  readonly onLapse: () => void
  readonly onError: (error: Error) => void
}

export interface FreezeWatch {
  /** True while every freeze of more than 300 ms ago is sure to have been heeded. */
  isFresh(): boolean
  /** Resolves when the view is fresh. Throws `dependency_unavailable` where it cannot be proved so. */
  becomeFresh(): Promise<void>
  /** Resolves when the view is fresh for the first time. Throws `dependency_unavailable`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps a gateway's view of freezes fresh: entries are pushed to it, a lease proves ten times a second that it has
 * heeded them all, and what a broken connection swallowed is read up in the freeze log.
 */
export function createFreezeWatch(options: FreezeWatchOptions): FreezeWatch {
  const { redis, redisUrl, keys, clock, gateway, onEntry, onGap, onLapse } = options
  const onError = (error: unknown) => options.onError(error instanceof Error ? error : new Error(String(error)))
  const seen = createSeenEntries()
  /** Heeded, but Redis could not be told: a command may still be waiting for that. The oldest goes first. */
  const unconfirmed = new Set<number>()

  async function heed(entry: FreezeEntry): Promise<void> {
    const { announcement, previous } = entry
    if (!seen.add(announcement, previous)) return
    try {
      await onEntry(entry)
    } catch (error) {
      onError(error)
      return
    }
    await confirm(announcement)
  }

  async function confirm(announcement: number): Promise<void> {
    try {
      await acknowledge(redis, keys, announcement, gateway)
    } catch (error) {
      unconfirmed.add(announcement)
      if (unconfirmed.size > UNCONFIRMED_MOST) unconfirmed.delete(unconfirmed.values().next().value ?? announcement)
      onError(error)
    }
  }

  function confirmRest(): void {
    for (const announcement of unconfirmed) {
      unconfirmed.delete(announcement)
      void confirm(announcement)
    }
  }

  /** Nobody can tell what came between: looks at everything, and goes on after `entry`. */
  async function bridge(entry: number): Promise<void> {
    onError(new Error('the freeze log does not go on where it was left: it was trimmed, or Redis has lost its data'))
    await onGap()
    seen.startAt(entry)
  }

  async function readUpTo(newest: number): Promise<void> {
    while (seen.upTo() < newest) {
      const after = seen.upTo()
      const entries = await readFreezeLog(redis, keys, after)
      // Pushed meanwhile.
      if (seen.upTo() !== after) continue
      const before = entries[0]?.previous ?? newest
      if (before !== after) await bridge(before)
      for (const entry of entries) void heed(entry)
    }
  }

  async function renew(): Promise<void> {
    const known = seen.upTo()
    const newest = await renewLease(redis, keys, gateway, LEASE_MS)
    if (newest < known) await bridge(newest)
    await readUpTo(newest)
    confirmRest()
  }

  const lease = createLeaseKeeper({ clock, renew, onLapse, onError })
  const subscriber = createSubscriber(redisUrl, {
    channels: [keys.freezeChannel],
    connectionName: `sluice-freezes-${gateway}`,
    onMessage: (_channel, text) => {
      try {
        void heed(parseFreezeEntry(text))
      } catch (error) {
        onError(error)
      }
    },
    onSubscribed: () => void lease.renewNow(),
    onError,
  })

  return {
    isFresh: lease.isFresh,
    async becomeFresh() {
      // The first renewal may have been asked for too long ago.
      for (let renewals = 0; renewals < 2 && !lease.isFresh(); renewals += 1) await lease.renewNow()
      if (lease.isFresh()) return
      throw new SluiceError('dependency_unavailable', { cause: new Error('the freeze lease has run out') })
    },
    async start() {
      seen.startAt(await renewLease(redis, keys, gateway, LEASE_MS))
      await lease.start()
    },
    async stop() {
      subscriber.close()
      await lease.stop()
      await endLease(redis, keys, gateway).catch(onError)
    },
  }
}
