import type { UsageRepository, UserUsage } from '@sluice/db'

type UsageRow = Awaited<ReturnType<UsageRepository['report']>>[number]

const NOTHING = { requests: 0, tokens: 0, costMicros: 0 }

/**
 * Puts what was used today beside what was used in the month, by name and currency. Rows without a name are left out.
 */
export function usageByName(month: readonly UsageRow[], day: readonly UsageRow[]): ReadonlyMap<string, UserUsage[]> {
  const ofDay = new Map(day.map((row) => [keyOf(row), sumsOf(row)]))
  const named = new Map<string, UserUsage[]>()
  for (const row of month) {
    if (row.name === undefined) continue
    const used = { currency: row.currency, month: sumsOf(row), day: ofDay.get(keyOf(row)) ?? NOTHING }
    named.set(row.name, [...(named.get(row.name) ?? []), used])
  }
  return named
}

/** Adds up the days of a month, by currency. */
export function usageOfDays(days: readonly UsageRow[], today: string): UserUsage[] {
  const currencies = new Set(days.map(({ currency }) => currency))
  return [...currencies].map((currency) => {
    const ofCurrency = days.filter((row) => row.currency === currency)
    const ofToday = ofCurrency.filter(({ name }) => name === today)
    return { currency, month: total(ofCurrency.map(sumsOf)), day: total(ofToday.map(sumsOf)) }
  })
}

function keyOf({ name, currency }: UsageRow): string {
  return JSON.stringify([name, currency])
}

function sumsOf({ requests, inputTokens, outputTokens, costMicros }: UsageRow): UserUsage['day'] {
  return { requests, tokens: inputTokens + outputTokens, costMicros }
}

function total(sums: readonly UserUsage['day'][]): UserUsage['day'] {
  return sums.reduce(
    (sum, { requests, tokens, costMicros }) => ({
      requests: sum.requests + requests,
      tokens: sum.tokens + tokens,
      costMicros: sum.costMicros + costMicros,
    }),
    NOTHING,
  )
}
