import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import {
  costOf,
  type EndpointBudget,
  type PriceOfTokens,
  type Reservation,
  type Spending,
  type SpendingEstimate,
  type UsedTokens,
  unlimitedSpending,
} from '@sluice/pipeline/ports'
import type { PolicySnapshot } from '@sluice/policy'
import { type BudgetName, type BudgetWindow, budgetId, type WindowKind, windowAt } from '@sluice/redis'
import { TokenBucket } from '../quotas/token-bucket.ts'
import { Budget } from './budget.ts'
import type { LeaseStore } from './lease-store.ts'
import { type SpendingKey, type SpendingOwner, type WrittenLimits, wholeLimits } from './spending-limits.ts'
import { budgetRefusal, type LimitOwner, tokensRefusal } from './spending-refusal.ts'

interface SpendingsOptions {
  readonly clock: Clock
  readonly leases: LeaseStore
  /** How many gateways share the limits, this one included. */
  readonly liveGateways: () => number
  readonly onRefused: (limit: LimitOwner) => void
}

/** How many tokens of a minute are left at this gateway. */
export interface TokensLeft {
  readonly limit: number
  readonly remaining: number
  readonly untilFullMs: number
  /** When all are there again, in milliseconds since the Unix epoch. */
  readonly fullAtMs: number
}

/** A limit that one request is charged to. */
interface Charge {
  /** Sets aside what the request may need, where that is there. */
  take(): boolean
  /** Makes room. Resolves with false where there is none to be made. Rejects with `dependency_unavailable`. */
  makeRoom(): Promise<boolean> | boolean
  refusal(): SluiceError
  settle(used: number): void
}

type Unit = 'tokens' | 'cost'
const BUDGETS: readonly (readonly [limit: BudgetName['limit'], WindowKind, Unit])[] = [
  ['tokensPerDay', 'day', 'tokens'],
  ['tokensPerMonth', 'month', 'tokens'],
  ['costPerDay', 'day', 'cost'],
  ['costPerMonth', 'month', 'cost'],
]

const MICROS = 1_000_000
/** About so many bytes of a request are a token. */
const BYTES_PER_TOKEN = 4
/** A budget that nobody uses for so long is given back, in milliseconds. */
const IDLE_MS = 60_000
const SWEEP_EVERY_MS = 10_000
/** An account outlives its window: answers that began in it are charged to it. */
const KEPT_AFTER_MS = 3_600_000
/** Budgets and buckets that are kept. One more user is refused until others are forgotten. */
const MAX_ACCOUNTS = 200_000

/**
 * What callers may spend at all gateways. Tokens of a minute are counted at each gateway against its share, as requests
 * are. Budgets of a day and of a month are leased in parts from what all gateways share.
 */
export class Spendings {
  readonly #options: SpendingsOptions
  readonly #budgets = new Map<string, { readonly budget: Budget; readonly window: BudgetWindow }>()
  readonly #buckets = new Map<string, TokenBucket>()
  readonly #sweeping: NodeJS.Timeout

  constructor(options: SpendingsOptions) {
    this.#options = options
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref()
  }

  /**
   * The budgets of one request. Where the caller has none nothing is set aside.
   *
   * @param bodyBytes the length of the request.
   * @param onTokens told how many tokens of the minute are left, where they have a limit: where several have one, of
   * which the fewest are left.
   * @param key of the caller, where it has one: its limits are its own, beside those of its owner.
   */
  of(
    principal: Principal,
    policy: PolicySnapshot,
    bodyBytes: number,
    onTokens: (left: TokensLeft) => void,
    key?: SpendingKey,
  ): Spending {
    const { spending: ofCaller } = policy.quotasOf(principal)
    const ofKey = key?.spending && { scope: 'key' as const, name: key.id, limits: wholeLimits(key.spending) }
    const owners = ofKey === undefined ? ofCaller : [ofKey, ...ofCaller]
    const inputTokens = Math.ceil(bodyBytes / BYTES_PER_TOKEN)
    if (owners.length === 0) return unlimitedSpending(inputTokens)
    return {
      reserve: (estimate) => this.#reserve(principal.tenant, owners, inputTokens, estimate, fewest(onTokens)),
    }
  }

  /**
   * The budgets of an endpoint, over all its callers.
   *
   * @param tenant the one that it serves with a key of its own, which has budgets of its own; undefined for the others.
   */
  ofEndpoint(name: string, tenant: string | undefined, written: WrittenLimits): EndpointBudget {
    const owner: SpendingOwner = { scope: 'endpoint', name, limits: wholeLimits(written) }
    return {
      reserve: (inputTokens, estimate) =>
        // No tenant has an empty name. How much is left for all callers is told to none of them.
        this.#reserve(tenant ?? '', [owner], inputTokens, estimate, () => undefined),
    }
  }

  /** Gives back what nobody uses, and forgets it. */
  sweep(): void {
    const { clock } = this.#options
    const [nowMs, sinceMs] = [clock.nowMs(), clock.monotonicMs() - IDLE_MS]
    for (const [key, { budget, window }] of this.#budgets) {
      const isOver = nowMs >= window.endsAtMs
      if (!budget.isIdle(isOver ? Number.POSITIVE_INFINITY : sinceMs)) continue
      this.#budgets.delete(key)
      // What cannot be given back is lost until the window ends: nobody can spend it.
      budget.giveUp().catch(() => undefined)
    }
    for (const [key, bucket] of this.#buckets) {
      if (bucket.untilFullMs(clock.monotonicMs()) === 0) this.#buckets.delete(key)
    }
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    const all = [...this.#budgets.values()]
    this.#budgets.clear()
    await Promise.allSettled(all.map(({ budget }) => budget.giveUp()))
  }

  #reserve(
    tenant: string,
    owners: readonly SpendingOwner[],
    inputTokens: number,
    { outputTokens, price }: SpendingEstimate,
    onTokens: (left: TokensLeft) => void,
  ): Reservation | Promise<Reservation> {
    const estimate = { input: inputTokens, cachedInput: 0, output: outputTokens, isEstimated: true }
    const charges = owners.flatMap((owner) => this.#chargesOf(tenant, owner, estimate, price, onTokens))
    const reservation = { inputTokens, settle: settleOnce(charges) }
    const lacking = takeAll(charges)
    if (lacking === undefined) return reservation
    return this.#makeRoom(charges).then(() => reservation)
  }

  /** Throws the refusal of the first limit that has no room. */
  async #makeRoom(charges: readonly (Charge & { readonly owner: LimitOwner })[]): Promise<void> {
    for (;;) {
      const made = await Promise.all(charges.map((charge) => charge.makeRoom()))
      const lacking = takeAll(charges)
      if (lacking === undefined) return
      // Where all had room, others were faster.
      if (made.every(Boolean)) continue
      this.#options.onRefused(lacking.owner)
      throw lacking.refusal()
    }
  }

  #chargesOf(
    tenant: string,
    { scope, name, limits }: SpendingOwner,
    estimate: UsedTokens,
    price: PriceOfTokens | undefined,
    onTokens: (left: TokensLeft) => void,
  ): (Charge & { readonly owner: LimitOwner; readonly unit: Unit })[] {
    const key = `${scope}\n${tenant}\n${name}`
    const tokens = estimate.input + estimate.output
    const charges = []
    if (limits.tokensPerMinute !== Number.POSITIVE_INFINITY) {
      const owner: LimitOwner = { scope, name, limit: 'tokensPerMinute' }
      charges.push({
        owner,
        unit: 'tokens' as const,
        ...this.#bucketCharge(key, owner, limits.tokensPerMinute, tokens, onTokens),
      })
    }
    for (const [limit, kind, unit] of BUDGETS) {
      if (limits[limit] === Number.POSITIVE_INFINITY) continue
      const owner = { scope, tenant, name, limit }
      const amount = unit === 'tokens' ? tokens : costOf(estimate, price)
      charges.push({ owner, unit, ...this.#budgetCharge(owner, kind, limits[limit], amount) })
    }
    return charges
  }

  #bucketCharge(
    key: string,
    owner: LimitOwner,
    limit: number,
    tokens: number,
    onTokens: (left: TokensLeft) => void,
  ): Charge {
    const { clock, liveGateways } = this.#options
    const share = Math.max(1, Math.floor(limit / Math.max(1, liveGateways())))
    const amount = Math.min(tokens, share)
    const bucket = this.#find(this.#buckets, key, () => new TokenBucket())
    const waitMs = () => bucket.waitMs(share, clock.monotonicMs(), amount)
    return {
      take() {
        const nowMs = clock.monotonicMs()
        if (waitMs() > 0) return false
        bucket.take(share, nowMs, amount)
        const untilFullMs = bucket.untilFullMs(nowMs)
        const remaining = bucket.remaining(share, nowMs)
        onTokens({ limit: share, remaining, untilFullMs, fullAtMs: clock.nowMs() + untilFullMs })
        return true
      },
      makeRoom: () => waitMs() === 0,
      refusal: () => tokensRefusal(owner, limit, waitMs()),
      settle: (used) => bucket.take(share, clock.monotonicMs(), used - amount),
    }
  }

  #budgetCharge(owner: Omit<BudgetName, 'window'>, kind: WindowKind, limit: number, needed: number): Charge {
    const { clock, leases, liveGateways } = this.#options
    const units = owner.limit.startsWith('cost') ? Math.floor(limit * MICROS) : limit
    const window = windowAt(kind, clock.nowMs())
    const id = budgetId({ ...owner, window: window.id })
    const ttlMs = () => Math.max(1, window.endsAtMs - clock.nowMs()) + KEPT_AFTER_MS
    // A limit that was changed is another budget here, over the same account.
    const { budget } = this.#find(this.#budgets, `${id}\n${units}`, () => ({
      budget: new Budget({ leases, id, limit: units, ttlMs, liveGateways }),
      window,
    }))
    const amount = Math.min(needed, units)
    return {
      take() {
        if (!budget.has(amount)) return false
        budget.take(amount, clock.monotonicMs())
        return true
      },
      makeRoom: () => budget.has(amount) || budget.lease(amount),
      refusal: () => budgetRefusal(owner, limit, window.endsAtMs),
      settle: (used) => budget.settle(amount, used),
    }
  }

  #find<Account>(accounts: Map<string, Account>, key: string, create: () => Account): Account {
    const known = accounts.get(key)
    if (known !== undefined) return known
    if (this.#budgets.size + this.#buckets.size >= MAX_ACCOUNTS) {
      throw new SluiceError({ code: 'overloaded', retryAfterSeconds: 1 })
    }
    const account = create()
    accounts.set(key, account)
    return account
  }
}

/** Tells of several limits the one of which the fewest tokens are left. */
function fewest(onTokens: (left: TokensLeft) => void): (left: TokensLeft) => void {
  let told = Number.POSITIVE_INFINITY
  return (left) => {
    if (left.remaining >= told) return
    told = left.remaining
    onTokens(left)
  }
}

/** All of them, or none: then the first that had no room. */
function takeAll<One extends Charge>(charges: readonly One[]): One | undefined {
  for (const [index, charge] of charges.entries()) {
    if (charge.take()) continue
    for (const taken of charges.slice(0, index)) taken.settle(0)
    return charge
  }
  return undefined
}

function settleOnce(charges: readonly (Charge & { readonly unit: Unit })[]): Reservation['settle'] {
  let isSettled = false
  return (used, price) => {
    if (isSettled) return
    isSettled = true
    for (const charge of charges) {
      charge.settle(used === undefined ? 0 : charge.unit === 'tokens' ? used.input + used.output : costOf(used, price))
    }
  }
}
