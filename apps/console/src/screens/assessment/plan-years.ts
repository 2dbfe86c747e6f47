import type { MigrationPlan } from '../../api/assessment.ts'

type PlanItem = MigrationPlan['items'][number]

interface PlanYear {
  readonly year: number
  readonly days: number
  /** The most urgent first, as the API has them. */
  readonly items: readonly PlanItem[]
}

/** The items of a plan by the year in which they have to be done, the nearest first. */
export function planYears({ items }: Pick<MigrationPlan, 'items'>): PlanYear[] {
  return [...Map.groupBy(items, ({ exclusiveBy }) => exclusiveBy)]
    .map(([year, all]) => ({ year, days: all.reduce((sum, { effortDays }) => sum + effortDays, 0), items: all }))
    .sort((a, b) => a.year - b.year)
}
