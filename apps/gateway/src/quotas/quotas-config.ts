import { z } from 'zod'

const limit = z.int().min(1).max(1_000_000_000_000).nullable().exactOptional()

/** Of money, in the currency's unit. */
const amount = z.number().min(0).max(1_000_000_000).nullable().exactOptional()

const limits = z.strictObject({
  openExchanges: limit,
  requestsPerMinute: limit,
  refusalsPerMinute: limit,
  bytesInFlight: limit,
  tokensPerMinute: limit,
  tokensPerDay: limit,
  tokensPerMonth: limit,
  costPerDay: amount,
  costPerMonth: amount,
})

/** The variable `QUOTAS`; the meaning of its parts is the policy's. */
export const quotasSchema = z.strictObject({
  default: limits.exactOptional(),
  byGroup: z.record(z.string(), limits).exactOptional(),
  byDepartment: z.record(z.string(), limits).exactOptional(),
  byTenant: z.record(z.string(), limits).exactOptional(),
})
