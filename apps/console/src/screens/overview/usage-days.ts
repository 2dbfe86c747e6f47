import type { UsageRow } from '../../api/usage.ts'

const DAY_MS = 86_400_000

/** The days of UTC that end with the one of a moment, oldest first: `2026-11-01` and so on. */
export function lastDays(count: number, instant: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(instant - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** One number of each day, 0 for days without a row. */
export function valuesOf(
  days: readonly string[],
  rows: readonly UsageRow[],
  value: (row: UsageRow) => number,
): number[] {
  const byDay = new Map(rows.map((row) => [row.name, value(row)]))
  return days.map((day) => byDay.get(day) ?? 0)
}

/** Writes what was spent, in each currency: `€12.30`. */
export function formatCost(rows: readonly UsageRow[]): string {
  const sums = new Map<string, number>()
  for (const { currency, cost_micros: micros } of rows) {
    if (currency !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + micros)
  }
  if (sums.size === 0) return 'No price set'
  return [...sums]
    .map(([currency, micros]) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).format(micros / 1_000_000),
    )
    .join(' + ')
}
