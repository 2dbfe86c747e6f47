import { mayHaveMore } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'
import { TokenBucket } from '../quotas/token-bucket.ts'

/** Users that are remembered; one that is forgotten counts as new. */
const MAX_USERS = 10_000
const MINUTE_MS = 60_000

/**
 * Shares a number of requests a minute among users by the rule of connections: a user who asked for none lately gets
 * one while there is any, and another one only while the user's share is small beside what is left.
 */
export class FairRate {
  readonly #all = new TokenBucket()
  readonly #users = new LRUCache<string, TokenBucket>({ max: MAX_USERS })

  /**
   * Takes one request. Undefined where it may be sent, else how long to wait, in milliseconds.
   *
   * @param perMinute at least 1.
   */
  take(user: string, perMinute: number, nowMs: number): number | undefined {
    const own = this.#users.get(user) ?? new TokenBucket()
    const left = this.#all.remaining(perMinute, nowMs)
    const used = perMinute - own.remaining(perMinute, nowMs)
    if (!mayHaveMore(used, left, perMinute)) {
      return Math.max(this.#all.waitMs(perMinute, nowMs), MINUTE_MS / perMinute)
    }
    this.#all.take(perMinute, nowMs)
    own.take(perMinute, nowMs)
    this.#users.set(user, own)
    return undefined
  }
}
