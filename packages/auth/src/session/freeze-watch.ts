import type { Clock } from '@sluice/contracts'
import { createSubscriber } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { acknowledge } from './acknowledgements.ts'
import { type FreezeEntry, parseFreezeEntry } from './freeze-entry.ts'
import { readFreezeLog } from './freeze-log.ts'
import { endLease, renewLease } from './lease.ts'
import { createLeaseKeeper, LEASE_MS } from './lease-keeper.ts'
import { createSeenEntries } from './seen-entries.ts'
import type { SessionKeys } from './session-keys.ts'

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
  /** The log cannot tell what was missed: everything that runs must be looked at. */
  readonly onGap: () => Promise<void>
  /** The view can no longer be proved fresh: what cannot be checked must stop. Called again while that lasts. */
  readonly onLapse: () => void
  readonly onError: (error: Error) => void
}

export interface FreezeWatch {
  /** True while every freeze of more than 300 ms ago is sure to have been heeded. */
  isFresh(): boolean
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

  async function heed(entry: FreezeEntry): Promise<void> {
    if (!seen.add(entry.announcement)) return
    try {
      await onEntry(entry)
      await acknowledge(redis, keys, entry.announcement, gateway)
    } catch (error) {
      onError(error)
    }
  }

  async function readUpTo(newest: number): Promise<void> {
    while (seen.upTo() < newest) {
      const after = seen.upTo()
      const entries = await readFreezeLog(redis, keys, after)
      // Pushed meanwhile.
      if (seen.upTo() >= newest) return
      if (entries[0]?.announcement !== after + 1) {
        // Trimmed away: nobody can tell what was in there.
        seen.startAt(newest)
        await onGap()
        return
      }
      for (const entry of entries) void heed(entry)
    }
  }

  async function renew(): Promise<void> {
    const known = seen.upTo()
    const newest = await renewLease(redis, keys, gateway, LEASE_MS)
    if (newest < known) {
      onError(new Error('the freeze log is younger than it was: Redis has lost its data'))
      seen.startAt(newest)
      await onGap()
    }
    await readUpTo(newest)
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
