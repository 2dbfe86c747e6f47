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

/** This part of the slots, and of the waiting places, is kept for users who hold none. */
const RESERVED_PART = 8

/**
 * Shares slots among users: the connections of an endpoint, the places of long bodies in threads. A slot is never taken
 * back, and may be held for minutes, so it is what is given out that is fair:
 *
 * - A user who holds no slot gets the next free one.
 * - A user who holds some gets another one while the user holds fewer than are free, an eighth of all not counted. One
 *   user alone comes to less than half, k users to about a (k+1)th each: a newcomer finds a free one.
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
  readonly #reserved: number
  readonly #reservedPlaces: number
  readonly #users = new Map<string, User>()
  /** The users with a request that waits, in the order of their turns. */
  readonly #turns = new Set<User>()
  #free: number
  #waiting = 0

  constructor(options: FairSlotsOptions) {
    this.#options = options
    this.#free = options.slots
    this.#reserved = Math.floor(options.slots / RESERVED_PART)
    this.#reservedPlaces = Math.floor(options.maxWaiting / RESERVED_PART)
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
    return held === 0 ? this.#free > 0 : held < this.#free - this.#reserved
  }

  #mayWait({ waiting }: User): boolean {
    const places = this.#options.maxWaiting - this.#waiting
    return waiting.size === 0 ? places > 0 : waiting.size < places - this.#reservedPlaces
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

interface User {
  readonly name: string
  held: number
  /** Each gives the user a slot. The first has waited the longest. */
  readonly waiting: Set<() => void>
}
