import { SluiceError } from '@sluice/contracts'
import type { QuotaLimits } from '@sluice/policy'
import { type QuotaName, type QuotaOwner, quotaRefusal } from './quota-refusal.ts'
import { TokenBucket } from './token-bucket.ts'

/** What one user, department or tenant uses at this gateway. */
export class QuotaAccount {
  readonly requests = new TokenBucket()
  readonly refusals = new TokenBucket()
  openExchanges = 0
  bytesInFlight = 0

  /** True where the account says no more than a new one would. */
  isIdle(nowMs: number): boolean {
    if (this.openExchanges > 0 || this.bytesInFlight > 0) return false
    return this.requests.untilFullMs(nowMs) === 0 && this.refusals.untilFullMs(nowMs) === 0
  }
}

/** An account that an exchange is charged to. */
export interface Charge extends QuotaOwner {
  readonly account: QuotaAccount
  /** At all gateways together, for the message. */
  readonly whole: QuotaLimits
  /** This gateway's share. */
  readonly share: QuotaLimits
}

/** What all uses of one gateway share. */
export interface QuotaPool {
  /** Bytes of request bodies over all callers. */
  bytesInFlight: number
  readonly maxBytesInFlight: number
  nowMs(): number
  onRefused(scope: QuotaOwner['scope'] | 'gateway', quota: QuotaName): void
}

/** The bodies of others are in flight. They end soon, or their callers' quotas do. */
const BUSY_SECONDS = 1

/** What one exchange takes of its caller's quotas, from the token to the last byte. */
export class QuotaUse {
  readonly #charges: readonly [Charge, ...Charge[]]
  readonly #pool: QuotaPool
  #bytes = 0
  #hasEnded = false

  /**
   * Charges one request and one open exchange.
   *
   * @param charges the user's own account first.
   * @throws SluiceError `rate_limit_exceeded`; nothing is charged then.
   */
  constructor(charges: readonly [Charge, ...Charge[]], pool: QuotaPool) {
    this.#charges = charges
    this.#pool = pool
    const nowMs = pool.nowMs()
    for (const charge of charges) checkRoom(charge, pool, nowMs)
    for (const { account, share } of charges) {
      account.openExchanges += 1
      account.requests.take(share.requestsPerMinute, nowMs)
    }
  }

  /**
   * The requests of the user, or of the user's API key where it has fewer left, at this gateway: the limit a minute,
   * how many are left, and when all are there again.
   */
  requestsLeft(): { readonly limit: number; readonly remaining: number; readonly untilFullMs: number } {
    const nowMs = this.#pool.nowMs()
    const [user, key] = this.#charges
    const ofUser = requestsLeftOf(user, nowMs)
    const ofKey = key?.scope === 'key' ? requestsLeftOf(key, nowMs) : ofUser
    return ofKey.remaining < ofUser.remaining ? ofKey : ofUser
  }

  /**
   * Charges bytes of the body, until the end of the exchange. The other bodies of the user have at most as many bytes
   * as are free, so that another user finds some.
   *
   * @throws SluiceError `rate_limit_exceeded` where a quota of the caller is used up, `overloaded` where the bodies of
   *   all callers are too long together; nothing is charged then.
   */
  reserveBytes(bytes: number): void {
    if (this.#hasEnded) return
    const pool = this.#pool
    for (const { account, share, whole, scope, name } of this.#charges) {
      if (account.bytesInFlight + bytes <= share.bytesInFlight) continue
      pool.onRefused(scope, 'bytesInFlight')
      throw quotaRefusal('bytesInFlight', { scope, name }, whole.bytesInFlight)
    }
    const free = pool.maxBytesInFlight - pool.bytesInFlight
    if (bytes > free || this.#charges[0].account.bytesInFlight - this.#bytes > free) {
      pool.onRefused('gateway', 'bytesInFlight')
      throw new SluiceError({ code: 'overloaded', retryAfterSeconds: BUSY_SECONDS })
    }
    for (const { account } of this.#charges) account.bytesInFlight += bytes
    pool.bytesInFlight += bytes
    this.#bytes += bytes
  }

  /** Gives back what an exchange holds. A second call does nothing. */
  end({ wasRefused }: { readonly wasRefused: boolean }): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const nowMs = this.#pool.nowMs()
    for (const { account, share } of this.#charges) {
      account.openExchanges -= 1
      account.bytesInFlight -= this.#bytes
      if (wasRefused) account.refusals.take(share.refusalsPerMinute, nowMs)
    }
    this.#pool.bytesInFlight -= this.#bytes
  }
}

function requestsLeftOf({ account, share }: Charge, nowMs: number) {
  const limit = share.requestsPerMinute
  const remaining = account.requests.remaining(limit, nowMs)
  return { limit, remaining, untilFullMs: account.requests.untilFullMs(nowMs) }
}

function checkRoom({ account, share, whole, scope, name }: Charge, pool: QuotaPool, nowMs: number): void {
  const refuse = (quota: QuotaName, waitMs?: number) => {
    pool.onRefused(scope, quota)
    return quotaRefusal(quota, { scope, name }, whole[quota], waitMs)
  }
  const refusalsMs = account.refusals.waitMs(share.refusalsPerMinute, nowMs)
  if (refusalsMs > 0) throw refuse('refusalsPerMinute', refusalsMs)
  const requestsMs = account.requests.waitMs(share.requestsPerMinute, nowMs)
  if (requestsMs > 0) throw refuse('requestsPerMinute', requestsMs)
  if (account.openExchanges >= share.openExchanges) throw refuse('openExchanges')
}
