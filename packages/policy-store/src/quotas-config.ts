import { json } from '@sluice/service-kit/environment'
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

/** The meaning of its parts is the policy's. */
const quotasSchema = z.strictObject({
  default: limits.exactOptional(),
  byGroup: z.record(z.string(), limits).exactOptional(),
  byDepartment: z.record(z.string(), limits).exactOptional(),
  byTenant: z.record(z.string(), limits).exactOptional(),
})

/**
 * The variable `QUOTAS`. The gateway holds callers to it; the admin service needs the same value to say what somebody's
 * limits are. Spread it into the service's schema.
 */
export const quotasConfigShape = {
  QUOTAS: json(quotasSchema)
    .default({})
    .describe(
      'JSON object {default, byGroup, byDepartment, byTenant}: what each user, a department and a tenant may use at ' +
        'all gateways together. See [limits.md](../limits.md).',
    ),
}
