import type { LeaseStore } from './lease-store.ts'

interface BudgetOptions {
  readonly leases: LeaseStore
  /** Names the budget and its window. */
  readonly id: string
  /** For all gateways together, in whole units. */
  readonly limit: number
  /** How long the account is kept, in milliseconds. */
  readonly ttlMs: () => number
  /** How many gateways share it, this one included. */
  readonly liveGateways: () => number
}

/** A gateway leases so large a part of a budget at a time, over the number of gateways. */
const LEASE_PARTS = 20
/** How often at most a budget is asked for more in the background, in milliseconds. */
const QUIET_MS = 100

/**
 * One gateway's part of a budget for one window. What it has leased it spends without asking; it leases more in the
 * background before that is used up, and a request waits for a lease only where none is left. What was spent is never
 * more than what was leased, but for answers that cost more than was set aside for them: those are charged all the
 * same.
 */
export class Budget {
  readonly #options: BudgetOptions
  /** What is leased and not spent; negative where more was spent. */
  #free = 0
  #open = 0
  #usedAtMs = 0
  #leasing: Promise<boolean> | undefined
  /** Nothing more was to be had lately. */
  #quietUntilMs = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  get limit(): number {
    return this.#options.limit
  }

  /** Whether so much may be set aside. */
  has(amount: number): boolean {
    return this.#free >= amount
  }

  /** Sets so much aside, which is there. */
  take(amount: number, nowMs: number): void {
    this.#free -= amount
    this.#open += 1
    this.#usedAtMs = nowMs
    if (this.#free >= this.#part() / 2 || nowMs < this.#quietUntilMs) return
    this.#quietUntilMs = nowMs + QUIET_MS
    // A failure shows where nothing is left.
    this.lease(0).catch(() => undefined)
  }

  /** Charges what was used in place of what was set aside. */
  settle(setAside: number, used: number): void {
    this.#free += setAside - used
    this.#open -= 1
    if (this.#free < 0) this.lease(0).catch(() => undefined)
  }

  /**
   * Leases what is needed and a part for later, together with whoever does so now. Resolves with false where the budget
   * has not as much. Rejects with `dependency_unavailable`.
   */
  async lease(amount: number): Promise<boolean> {
    for (;;) {
      this.#leasing ??= this.#leaseOnce(amount).finally(() => {
        this.#leasing = undefined
      })
      const isAllGranted = await this.#leasing
      if (this.has(amount)) return true
      if (!isAllGranted) return false
    }
  }

  /** Whether nobody has used it for so long that it may be given up. */
  isIdle(sinceMs: number): boolean {
    return this.#open === 0 && this.#leasing === undefined && this.#usedAtMs <= sinceMs
  }

  /** Gives back what is left, or tells what was spent beyond. Rejects with `dependency_unavailable`. */
  async giveUp(): Promise<void> {
    // What is on its way would be lost.
    while (this.#leasing !== undefined) await this.#leasing.catch(() => undefined)
    const free = this.#free
    this.#free = 0
    if (free !== 0) await this.#ask(0, -free)
  }

  /** Whether all was granted that was wanted. */
  async #leaseOnce(amount: number): Promise<boolean> {
    const spent = Math.max(0, -this.#free)
    const wanted = Math.max(amount - Math.max(0, this.#free), this.#part())
    const granted = await this.#ask(wanted, spent)
    this.#free += spent + granted
    return granted === wanted
  }

  #ask(wanted: number, spent: number): Promise<number> {
    const { leases, id: budget, limit, ttlMs } = this.#options
    return leases.lease({ budget, limit, wanted, spent, ttlMs: ttlMs() })
  }

  #part(): number {
    const { limit, liveGateways } = this.#options
    return Math.max(1, Math.ceil(limit / (LEASE_PARTS * Math.max(1, liveGateways()))))
  }
}
