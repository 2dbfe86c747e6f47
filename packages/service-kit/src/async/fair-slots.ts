interface FairSlotsOptions {
  /** Slots that may be held at once, at least 1. */
  readonly slots: number
  /** Requests that may wait for one, over all users. */
  readonly maxWaiting: number
  /** The longest wait, in milliseconds. */
  readonly maxWaitMs: number
}

/** Gives a slot back. A second call does nothing. */
export type ReleaseSlot = () => void

/** No slot became free in time, or too many requests wait already. */
export class NoFreeSlot extends Error {
  override readonly name = 'NoFreeSlot'
}

/**
 * How much is left for those who come. Of n slots a user alone comes to about n/4; k users who take all they may, one
 * after the other, leave about 2n/(k+2).
 */
const RESTRAINT = 2

/**
 * Shares slots among users: the connections of an endpoint, the places of long bodies in threads. A slot is never taken
 * back, and may be held for minutes, so it is what is given out that is fair:
 *
 * - A user who holds no slot gets the next free one.
 * - A user who holds some gets another one while the user holds fewer than free² / (2 · all). The square keeps slots
 *   free also where each newcomer takes all that the user may, and nobody gives any back for minutes: of 512 slots, 20
 *   such users leave 49 free, and the next user finds more than one.
 * - Those who wait get their turn user by user, and the requests of one user in their order.
 *
 * Waiting places are given out by the same rule. Taking one costs O(1), a release at most one look at each user who
 * waits.
 *
 * Source: A. Choudhury, E. Hahne, "Dynamic queue length thresholds for shared-memory packet switches", IEEE/ACM
 * Transactions on Networking 6(2), 1998.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions
  readonly #users = new Map<string, User>()
  /** The users with a request that waits, in the order of their turns. */
  readonly #turns = new Set<User>()
  #free: number
  #waiting = 0

  constructor(options: FairSlotsOptions) {
    this.#options = options
    this.#free = options.slots
  }

  get inUse(): number {
    return this.#options.slots - this.#free
  }

  get waiting(): number {
    return this.#waiting
  }

  /**
   * Takes a slot for a user: at once where one may be given, else when it is the user's turn.
   * Rejects with the signal's reason, or with `NoFreeSlot`.
   */
  acquire(name: string, signal: AbortSignal): ReleaseSlot | Promise<ReleaseSlot> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const user = this.#users.get(name) ?? { name, held: 0, waiting: new Set() }
    if (this.#mayTake(user)) return this.#give(user)
    if (!this.#mayWait(user)) return Promise.reject(new NoFreeSlot('too many requests wait'))
    return this.#wait(user, signal)
  }

  #mayTake({ held }: User): boolean {
    return mayHaveMore(held, this.#free, this.#options.slots)
  }

  #mayWait({ waiting }: User): boolean {
    const { maxWaiting } = this.#options
    return mayHaveMore(waiting.size, maxWaiting - this.#waiting, maxWaiting)
  }

  #give(user: User): ReleaseSlot {
    this.#users.set(user.name, user)
    user.held += 1
    this.#free -= 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      user.held -= 1
      this.#free += 1
      this.#forgetIfGone(user)
      this.#serveWaiting()
    }
  }

  #wait(user: User, signal: AbortSignal): Promise<ReleaseSlot> {
    this.#users.set(user.name, user)
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        user.waiting.delete(waiter)
        this.#waiting -= 1
        if (user.waiting.size === 0) this.#turns.delete(user)
      }
      const giveUp = (reason: unknown) => {
        leave()
        this.#forgetIfGone(user)
        reject(reason)
      }
      const onAbort = () => giveUp(signal.reason)
      const timer = setTimeout(() => giveUp(new NoFreeSlot('no turn came in time')), this.#options.maxWaitMs)
      const waiter = () => {
        leave()
        resolve(this.#give(user))
      }
      signal.addEventListener('abort', onAbort)
      user.waiting.add(waiter)
      this.#turns.add(user)
      this.#waiting += 1
    })
  }

  /** Each user who may take one gets one, and goes to the end of the turns. */
  #serveWaiting(): void {
    for (const user of this.#turns) {
      if (this.#free === 0) return
      const [next] = user.waiting
      if (next === undefined || !this.#mayTake(user)) continue
      next()
      if (!this.#turns.delete(user)) continue
      this.#turns.add(user)
    }
  }

  #forgetIfGone(user: User): void {
    if (user.held === 0 && user.waiting.size === 0) this.#users.delete(user.name)
  }
}

/**
 * Whether a user who holds some of `all` places may have one more, where so many are free: the rule of slots and of
 * waiting places alike.
 */
export function mayHaveMore(held: number, free: number, all: number): boolean {
  return held === 0 ? free > 0 : held * RESTRAINT * all < free * free
}

interface User {
  readonly name: string
  held: number
  /** Each gives the user a slot. The first has waited the longest. */
  readonly waiting: Set<() => void>
}
