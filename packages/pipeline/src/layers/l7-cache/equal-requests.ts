import { TimeLimit } from '../../run/time-limit.ts'

/** The part of an exchange's scope that is needed here. */
interface Scope {
  onStop(stopped: () => void): void
}

interface Leader {
  readonly recordId: string
  /** Whether its answer will say what it has cost. */
  readonly hasUsage: boolean
  readonly ended: Promise<void>
  readonly end: () => void
  isStoring: boolean
}

/**
 * Requests under way in this process whose answers are going to be remembered, by key: equal ones wait until the first
 * of them has stored its answer, and then look again. So they get what a hit would be, by the same rules, or ask for
 * themselves. Nothing of an answer is held here.
 *
 * There is one entry for each leader and one wait for each follower, both requests that are under way, which admission
 * bounds. An entry goes when its request is over.
 */
export class EqualRequests {
  readonly #leaders = new Map<string, Leader>()

  /** Lets equal requests wait for this one, where they do not wait for another. */
  lead(key: string, recordId: string, hasUsage: boolean, scope: Scope): void {
    if (this.#leaders.has(key)) return
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const leader: Leader = { recordId, hasUsage, ended, end, isStoring: false }
    this.#leaders.set(key, leader)
    // However it ends: answered, denied, aborted, broken off.
    scope.onStop(() => {
      if (!leader.isStoring) this.#end(key, leader)
    })
  }

  /** The end of the request that an equal one may wait for. It never rejects. */
  endOf(key: string, needsUsage: boolean): Promise<void> | undefined {
    const leader = this.#leaders.get(key)
    return leader === undefined || (needsUsage && !leader.hasUsage) ? undefined : leader.ended
  }

  /** An answer is being stored under the key: who waits for one waits for that. */
  storing(key: string, stored: Promise<void>): void {
    const leader = this.#leaders.get(key)
    if (leader === undefined) return
    leader.isStoring = true
    stored.finally(() => this.#end(key, leader)).catch(() => undefined)
  }

  /** The answer of this request will not be remembered: nobody waits for it any longer. */
  giveUp(key: string, recordId: string): void {
    const leader = this.#leaders.get(key)
    if (leader?.recordId === recordId && !leader.isStoring) this.#end(key, leader)
  }

  #end(key: string, leader: Leader): void {
    if (this.#leaders.get(key) === leader) this.#leaders.delete(key)
    leader.end()
  }
}

/** Resolves when `ended` does, when the time is up (within 50 ms), or when nobody waits for the request any more. */
export function untilEnded(ended: Promise<void>, timeoutMs: number, scope: Scope): Promise<void> {
  return new Promise((resolve) => {
    const limit = new TimeLimit(timeoutMs, resolve)
    limit.start()
    const stop = () => {
      limit.stop()
      resolve()
    }
    ended.then(stop)
    scope.onStop(stop)
  })
}
