import { asDependencyError, unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { listGateways } from '../lease/lease.ts'
import { createSessionKeys, type SessionKeys } from '../store/session-keys.ts'
import type { FreezeEntry } from './freeze-entry.ts'
import { readFreezeLog } from './read-freeze-log.ts'

interface FreezeFeedOptions {
  readonly redis: Redis
  /** As in the session store; `sluice` by default. */
  readonly keyPrefix?: string
}

/** What has been frozen and unfrozen since the last look. */
export interface FreezeNews {
  /** In order. */
  readonly entries: readonly FreezeEntry[]
  /** The log does not show all of it: whoever goes by it must ask for each user. */
  readonly hasGap: boolean
}

/**
 * Follows the freeze log without being a gateway: it holds no lease, and nobody waits for it. A look without news costs
 * one GET. Every method throws `dependency_unavailable`.
 */
export class FreezeFeed {
  readonly #redis: Redis
  readonly #keys: SessionKeys
  #seen: number | undefined

  constructor({ redis, keyPrefix }: FreezeFeedOptions) {
    this.#redis = redis
    this.#keys = createSessionKeys(keyPrefix)
  }

  /** Begins at the newest entry: what came before is no news. */
  async start(): Promise<void> {
    this.#seen = await this.#newest()
  }

  /** Reads what came since the last call, 500 entries at most; the rest comes with the next one. */
  async next(): Promise<FreezeNews> {
    const newest = await this.#newest()
    const seen = this.#seen ?? newest
    this.#seen = newest
    if (newest === seen) return { entries: [], hasGap: false }
    // Redis has lost its data, or continues from an older copy.
    if (newest < seen) return { entries: [], hasGap: true }
    try {
      const entries = await readFreezeLog({ redis: this.#redis, keys: this.#keys }, seen)
      this.#seen = entries.at(-1)?.announcement ?? newest
      return { entries, hasGap: entries[0]?.previous !== seen }
    } catch (error) {
      this.#seen = seen
      throw error
    }
  }

  /** The gateways that have confirmed that nothing of an entry runs there any more, for a minute after the last one. */
  async acknowledged(announcement: number): Promise<readonly string[]> {
    try {
      return await this.#redis.smembers(this.#keys.acknowledgements(announcement))
    } catch (error) {
      throw asDependencyError(error)
    }
  }

  /** The gateways that are alive or may still send, by id. */
  async gateways(): Promise<readonly string[]> {
    return await listGateways({ redis: this.#redis, keys: this.#keys })
  }

  async #newest(): Promise<number> {
    const reply = await this.#read()
    const newest = Number(reply ?? 0)
    if (!Number.isSafeInteger(newest) || newest < 0) throw unexpectedReply()
    return newest
  }

  async #read(): Promise<string | null> {
    try {
      return await this.#redis.get(this.#keys.freezeSequence)
    } catch (error) {
      throw asDependencyError(error)
    }
  }
}
