import { z } from '@hono/zod-openapi'
import type { UserUsage } from '@sluice/db'
import type { OwnSpendingLimits, PolicySnapshot, QuotaLimits } from '@sluice/policy'
import { defined } from '@sluice/service-kit/async'

const limit = z.number().optional().describe('Absent: no limit.')

const useSchema = z.object({
  open_exchanges: limit,
  requests_per_minute: limit,
  refusals_per_minute: limit,
  bytes_in_flight: limit,
})

const spendingSchema = z.object({
  scope: z
    .enum(['user', 'department', 'tenant'])
    .describe('Whose it is; of a department or tenant that of all together.'),
  name: z.string(),
  tokens_per_minute: limit,
  tokens_per_day: limit,
  tokens_per_month: limit,
  cost_per_day: limit,
  cost_per_month: limit,
})

const usedSchema = z.object({ requests: z.int(), tokens: z.int(), cost_micros: z.int() })

export const userLimitsSchema = z
  .object({
    sub: z.string(),
    use: useSchema.describe('At all gateways together.'),
    departments: z
      .array(useSchema.extend({ name: z.string() }))
      .describe('Of departments that have limits: of all together.'),
    tenant: useSchema.optional(),
    spending: z.array(spendingSchema).describe('Who of them may spend only so much; mostly nobody.'),
    used: z
      .array(
        z.object({
          currency: z.string().optional().describe('Absent for what had no price.'),
          day: usedSchema.describe('Of today, of UTC.'),
          month: usedSchema.describe('Of this month, of UTC.'),
        }),
      )
      .describe('What the person has used, up to some seconds ago; what is under way is not in it.'),
  })
  .openapi('UserLimits')

type Quotas = ReturnType<PolicySnapshot['quotasOf']>

export function viewUserLimits(
  sub: string,
  { user, departments, tenant, spending }: Quotas,
  used: readonly UserUsage[],
): z.output<typeof userLimitsSchema> {
  return {
    sub,
    use: viewUse(user),
    departments: departments.map(({ name, limits }) => ({ name, ...viewUse(limits) })),
    ...defined({ tenant: tenant && viewUse(tenant) }),
    spending: spending.map(viewSpending),
    used: used.map(({ currency, day, month }) => ({
      ...defined({ currency }),
      ...{ day: viewUsed(day), month: viewUsed(month) },
    })),
  }
}

function viewUse({ openExchanges, requestsPerMinute, refusalsPerMinute, bytesInFlight }: QuotaLimits) {
  return defined({
    open_exchanges: finite(openExchanges),
    requests_per_minute: finite(requestsPerMinute),
    refusals_per_minute: finite(refusalsPerMinute),
    bytes_in_flight: finite(bytesInFlight),
  })
}

function viewSpending({ scope, name, limits }: OwnSpendingLimits) {
  return {
    ...{ scope, name },
    ...defined({
      tokens_per_minute: finite(limits.tokensPerMinute),
      tokens_per_day: finite(limits.tokensPerDay),
      tokens_per_month: finite(limits.tokensPerMonth),
      cost_per_day: finite(limits.costPerDay),
      cost_per_month: finite(limits.costPerMonth),
    }),
  }
}

function viewUsed({ requests, tokens, costMicros }: UserUsage['day']): z.output<typeof usedSchema> {
  return { requests, tokens, cost_micros: costMicros }
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}
