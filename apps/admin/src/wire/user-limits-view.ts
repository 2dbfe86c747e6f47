import { z } from '@hono/zod-openapi'
import type { UserUsage } from '@sluice/db'
import type { OwnSpendingLimits, PolicySnapshot, QuotaLimits } from '@sluice/policy'
import { defined } from '@sluice/service-kit/async'
import type { TakenBudgets } from '../limits/taken-budgets.ts'

const count = z.number().min(0)
const limit = z.number().optional().describe('Absent: no limit.')

const useSchema = z.object({
  open_exchanges: limit,
  requests_per_minute: limit,
  refusals_per_minute: limit,
  bytes_in_flight: limit,
})

export const takenSchema = z
  .object({ tokens_per_day: count, tokens_per_month: count, cost_per_day: count, cost_per_month: count })
  .partial()
  .describe(
    'What the gateways have spent or set aside of it by now, with the parts that they hold ready; they refuse what would take ' +
      'more than the limit. Absent where it may not be told to you.',
  )

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
  taken: takenSchema.optional(),
})

const usedSchema = z.object({ requests: z.int(), tokens: z.int(), cost_micros: z.int() })

export const usedByCurrencySchema = z.array(
  z.object({
    currency: z.string().optional().describe('Absent for what had no price.'),
    day: usedSchema.describe('Of today, of UTC.'),
    month: usedSchema.describe('Of this month, of UTC.'),
  }),
)

/** The limits of a department or the tenant, and what was used of them. */
const ownerLimitsSchema = z
  .object({
    name: z.string(),
    use: useSchema.optional().describe('Of all together; absent where there is no limit.'),
    spending: spendingSchema.optional().describe('Absent where all may spend what they like.'),
    used: usedByCurrencySchema,
  })
  .openapi('OwnerLimits')

export const limitsSchema = z
  .object({
    day: z.iso.date().describe('Today, of UTC.'),
    user: z
      .object({ use: useSchema, spending: spendingSchema.optional() })
      .describe('What each user has whose groups give nothing else.'),
    tenant: ownerLimitsSchema.optional().describe('Absent for who may read the usage of departments only.'),
    departments: z.array(ownerLimitsSchema).describe('Those that have limits or have used something in this month.'),
    truncated: z.boolean().describe('Whether there are more departments.'),
  })
  .openapi('Limits')

export const userLimitsSchema = z
  .object({
    sub: z.string(),
    use: useSchema.describe('At all gateways together.'),
    departments: z
      .array(useSchema.extend({ name: z.string() }))
      .describe('Of departments that have limits: of all together.'),
    tenant: useSchema.optional(),
    spending: z.array(spendingSchema).describe('Who of them may spend only so much; mostly nobody.'),
    used: usedByCurrencySchema.describe(
      'What the person has used, up to some seconds ago; what is under way is not in it.',
    ),
  })
  .openapi('UserLimits')

type Quotas = ReturnType<PolicySnapshot['quotasOf']>

/** @param taken of each spending limit, in the same order; undefined where it may not be told. */
export function viewUserLimits(
  sub: string,
  { user, departments, tenant, spending }: Quotas,
  taken: readonly (TakenBudgets | undefined)[],
  used: readonly UserUsage[],
): z.output<typeof userLimitsSchema> {
  return {
    sub,
    use: viewUse(user),
    departments: departments.map(({ name, limits }) => ({ name, ...viewUse(limits) })),
    ...defined({ tenant: tenant && viewUse(tenant) }),
    spending: spending.map((one, at) => viewSpending(one, taken[at])),
    used: used.map(viewUsedOf),
  }
}

/** What a department or tenant may use, what gateways have taken of it, and what was used. */
interface OwnerLimits {
  readonly name: string
  readonly use: QuotaLimits | undefined
  readonly spending: OwnSpendingLimits | undefined
  readonly taken: TakenBudgets | undefined
  readonly used: readonly UserUsage[]
}

export function viewOwnerLimits({ name, use, spending, taken, used }: OwnerLimits): z.output<typeof ownerLimitsSchema> {
  return {
    name,
    ...defined({ use: use && viewUse(use), spending: spending && viewSpending(spending, taken) }),
    used: used.map(viewUsedOf),
  }
}

/** What each user has whose groups give nothing else. */
export function viewDefaultLimits({ user, spending }: Quotas): z.output<typeof limitsSchema>['user'] {
  const own = spending.find(({ scope }) => scope === 'user')
  return { use: viewUse(user), ...defined({ spending: own && viewSpending({ ...own, name: '*' }, undefined) }) }
}

export function viewTaken(taken: TakenBudgets): z.output<typeof takenSchema> {
  return defined({
    tokens_per_day: taken.tokensPerDay,
    tokens_per_month: taken.tokensPerMonth,
    cost_per_day: taken.costPerDay,
    cost_per_month: taken.costPerMonth,
  })
}

export function viewUsedOf({ currency, day, month }: UserUsage): z.output<typeof usedByCurrencySchema>[number] {
  return { ...defined({ currency }), day: viewUsed(day), month: viewUsed(month) }
}

function viewUse({ openExchanges, requestsPerMinute, refusalsPerMinute, bytesInFlight }: QuotaLimits) {
  return defined({
    open_exchanges: finite(openExchanges),
    requests_per_minute: finite(requestsPerMinute),
    refusals_per_minute: finite(refusalsPerMinute),
    bytes_in_flight: finite(bytesInFlight),
  })
}

function viewSpending({ scope, name, limits }: OwnSpendingLimits, taken: TakenBudgets | undefined) {
  return {
    ...{ scope, name },
    ...defined({
      tokens_per_minute: finite(limits.tokensPerMinute),
      tokens_per_day: finite(limits.tokensPerDay),
      tokens_per_month: finite(limits.tokensPerMonth),
      cost_per_day: finite(limits.costPerDay),
      cost_per_month: finite(limits.costPerMonth),
      taken: taken && viewTaken(taken),
    }),
  }
}

function viewUsed({ requests, tokens, costMicros }: UserUsage['day']): z.output<typeof usedSchema> {
  return { requests, tokens, cost_micros: costMicros }
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}
