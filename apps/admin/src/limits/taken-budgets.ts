import type { SpendingLimits } from '@sluice/policy'
import { type BudgetName, windowAt } from '@sluice/redis'

type BudgetLimit = BudgetName['limit']

/** Whose budgets are asked for, with the limits that there are. */
interface BudgetOwner extends Pick<BudgetName, 'scope' | 'tenant' | 'name'> {
  readonly limits: { readonly [Limit in keyof SpendingLimits]?: number | undefined }
}

/** What gateways have taken of each budget: tokens, or units of the currency. */
export type TakenBudgets = { readonly [Limit in BudgetLimit]?: number }

/** Reads what gateways have taken. Rejects with `dependency_unavailable`. */
export type ReadBudgets = (names: readonly BudgetName[]) => Promise<readonly number[]>

const WINDOWS = {
  tokensPerDay: 'day',
  tokensPerMonth: 'month',
  costPerDay: 'day',
  costPerMonth: 'month',
} as const satisfies Record<BudgetLimit, 'day' | 'month'>
const LIMITS: readonly BudgetLimit[] = ['tokensPerDay', 'tokensPerMonth', 'costPerDay', 'costPerMonth']
const MICROS = 1_000_000

/**
 * What gateways have spent of budgets of today and this month, or set aside, with the parts that they hold ready: what
 * they go by. An entry for each owner, in the same order, with the limits that the owner has. Throws
 * `dependency_unavailable`.
 */
export async function takenBudgets(
  read: ReadBudgets,
  owners: readonly BudgetOwner[],
  nowMs: number,
): Promise<TakenBudgets[]> {
  const asked = owners.map(({ limits, ...owner }) =>
    LIMITS.filter((limit) => Number.isFinite(limits[limit])).map((limit) => ({
      ...{ ...owner, limit, window: windowAt(WINDOWS[limit], nowMs).id },
    })),
  )
  const units = [...(await read(asked.flat()))].values()
  return asked.map((names) =>
    Object.fromEntries(
      names.map(({ limit }) => {
        const taken = units.next().value ?? 0
        return [limit, limit.startsWith('cost') ? taken / MICROS : taken]
      }),
    ),
  )
}
