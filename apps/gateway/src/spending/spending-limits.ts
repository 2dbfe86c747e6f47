import type { OwnSpendingLimits, SpendingLimits } from '@sluice/policy'
import { z } from 'zod'

/** Limits as they are written: what is absent is no limit. */
export type WrittenLimits = { readonly [Limit in keyof SpendingLimits]?: number | undefined }

/** Spending limits, and whose they are. */
export interface SpendingOwner {
  readonly scope: OwnSpendingLimits['scope'] | 'key' | 'endpoint'
  /** Of the user (the subject), the department, the tenant or the endpoint; the id of the API key. */
  readonly name: string
  readonly limits: SpendingLimits
}

/** An API key, as far as its spending goes. */
export interface SpendingKey {
  readonly id: string
  readonly spending?: WrittenLimits | undefined
}

const tokens = z.int().min(1).max(1_000_000_000_000).optional()
/** Of money, in the currency's unit. */
const amount = z.number().min(0).max(1_000_000_000).optional()

/** Limits of an endpoint, as its registry writes them. */
export const writtenLimitsSchema = z.strictObject({
  tokensPerMinute: tokens,
  tokensPerDay: tokens,
  tokensPerMonth: tokens,
  costPerDay: amount,
  costPerMonth: amount,
})

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Limits with nothing left out. */
export function wholeLimits(written: WrittenLimits): SpendingLimits {
  return {
    tokensPerMinute: written.tokensPerMinute ?? NO_LIMIT,
    tokensPerDay: written.tokensPerDay ?? NO_LIMIT,
    tokensPerMonth: written.tokensPerMonth ?? NO_LIMIT,
    costPerDay: written.costPerDay ?? NO_LIMIT,
    costPerMonth: written.costPerMonth ?? NO_LIMIT,
  }
}
