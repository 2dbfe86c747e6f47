import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import type { PolicySnapshot, QuotaLimits } from '@sluice/policy'
import type { QuotaName, QuotaOwner } from './quota-refusal.ts'
import { type Charge, QuotaAccount, type QuotaPool, QuotaUse } from './quota-use.ts'

interface QuotasOptions {
  readonly clock: Clock
  /** How many gateways share the limits, this one included; at least 1. */
  readonly liveGateways: () => number
  /** The longest request body, in bytes: no share of bytes is less, or such a body could not be sent. */
  readonly maxBodyBytes: number
  /** Bytes of request bodies in flight over all callers of this gateway. */
  readonly maxBytesInFlight: number
  /** Called for each request that a quota refuses. */
  readonly onRefused: (scope: QuotaOwner['scope'] | 'gateway', quota: QuotaName | 'turn') => void
}

/** An API key, as far as quotas go. */
interface LimitedKey {
  readonly id: string
  readonly requestsPerMinute: number | undefined
}

const NO_LIMIT = Number.POSITIVE_INFINITY
const UNLIMITED: QuotaLimits = {
  ...{ openExchanges: NO_LIMIT, requestsPerMinute: NO_LIMIT, refusalsPerMinute: NO_LIMIT, bytesInFlight: NO_LIMIT },
}

/** How often accounts are dropped that say no more than a new one would. A bucket is full again after a minute. */
const SWEEP_EVERY_MS = 60_000
/** Accounts that one request looks at while a sweep lasts; it adds three or so itself. About 2 µs. */
const SWEPT_AT_A_TIME = 16
/** The same where there is no room for an account. About 0.2 ms. */
const SWEPT_FOR_ROOM = 1_000
/** Accounts that are kept, about 30 MB of them. An account in use is never dropped. */
const MAX_ACCOUNTS = 100_000

/**
 * The quotas of all callers at one gateway. Each gateway holds its callers to its share, the limit divided by the
 * gateways that are alive, without asking anybody; a caller whose requests all come to one gateway has one share.
 */
export class Quotas {
  readonly #options: QuotasOptions
  readonly #pool: QuotaPool
  readonly #accounts = new Map<string, QuotaAccount>()
  readonly #maxAccounts: number
  #sweptAtMs: number
  #sweep: MapIterator<[string, QuotaAccount]> | undefined

  constructor(options: QuotasOptions, maxAccounts = MAX_ACCOUNTS) {
    const { clock, maxBytesInFlight, onRefused } = options
    this.#options = options
    this.#maxAccounts = maxAccounts
    this.#sweptAtMs = clock.monotonicMs()
    this.#pool = { bytesInFlight: 0, maxBytesInFlight, nowMs: () => clock.monotonicMs(), onRefused }
  }

  /** Bytes of request bodies that are in flight now. */
  get bytesInFlight(): number {
    return this.#pool.bytesInFlight
  }

  /** Users, departments and tenants that are counted now. */
  get accounts(): number {
    return this.#accounts.size
  }

  /** Counts a request that this gateway had no time for. */
  noteOverload(): void {
    this.#options.onRefused('gateway', 'turn')
  }

  /**
   * Begins an exchange of a caller. The caller of this function ends it.
   *
   * @param key of the caller, where it has one: the limit is its own, beside those of its owner.
   * @throws SluiceError `rate_limit_exceeded`, or `overloaded` where too many callers are counted already.
   */
  begin(principal: Principal, policy: PolicySnapshot, key?: LimitedKey): QuotaUse {
    const { user, departments, tenant } = policy.quotasOf(principal)
    const nowMs = this.#pool.nowMs()
    // Before the accounts are looked up: one that is charged below must not be dropped meanwhile.
    if (this.#accounts.size + departments.length + 3 > this.#maxAccounts) this.#sweepSome(SWEPT_FOR_ROOM, nowMs)
    else if (nowMs - this.#sweptAtMs >= SWEEP_EVERY_MS) this.#sweepSome(SWEPT_AT_A_TIME, nowMs)
    const id = principal.tenant
    const charges: [Charge, ...Charge[]] = [this.#chargeOf('user', principal.sub, id, user)]
    if (key?.requestsPerMinute !== undefined) {
      const limits = { ...UNLIMITED, requestsPerMinute: key.requestsPerMinute }
      charges.push(this.#chargeOf('key', key.id, id, limits))
    }
    for (const { name, limits } of departments) charges.push(this.#chargeOf('department', name, id, limits))
    if (tenant !== undefined) charges.push(this.#chargeOf('tenant', id, id, tenant))
    return new QuotaUse(charges, this.#pool)
  }

  #chargeOf(scope: QuotaOwner['scope'], name: string, tenant: string, whole: QuotaLimits): Charge {
    // Names hold no control characters, so that no two owners have the same key.
    const key = `${scope}\n${tenant}\n${name}`
    let account = this.#accounts.get(key)
    if (account === undefined) {
      if (this.#accounts.size >= this.#maxAccounts) throw new SluiceError({ code: 'overloaded', retryAfterSeconds: 1 })
      account = new QuotaAccount()
      this.#accounts.set(key, account)
    }
    return { scope, name, account, whole, share: this.#shareOf(whole) }
  }

  #shareOf(whole: QuotaLimits): QuotaLimits {
    const gateways = this.#options.liveGateways()
    if (gateways <= 1) return whole
    const { openExchanges, requestsPerMinute, refusalsPerMinute, bytesInFlight } = whole
    const part = (limit: number) => Math.max(1, Math.floor(limit / gateways))
    return {
      openExchanges: part(openExchanges),
      requestsPerMinute: part(requestsPerMinute),
      refusalsPerMinute: part(refusalsPerMinute),
      bytesInFlight: Math.min(bytesInFlight, Math.max(part(bytesInFlight), this.#options.maxBodyBytes)),
    }
  }

  /** Goes on with the sweep, a part at a time: over all accounts it would hold the event loop for 20 ms. */
  #sweepSome(count: number, nowMs: number): void {
    this.#sweep ??= this.#accounts.entries()
    for (let looked = 0; looked < count; looked += 1) {
      const next = this.#sweep.next()
      if (next.done) {
        this.#sweep = undefined
        this.#sweptAtMs = nowMs
        return
      }
      const [key, account] = next.value
      if (account.isIdle(nowMs)) this.#accounts.delete(key)
    }
  }
}
