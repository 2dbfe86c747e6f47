import type { Costs } from './measure.ts'

/** One row of the budget, in CPU microseconds per request. */
export interface BudgetRow {
  readonly part: string
  readonly budget: number
  /** Absent for what this bench does not run. */
  readonly measured?: number
}

/** What a request with a short prompt and no cache hit may cost in the gateway, in CPU microseconds. */
const BUDGET = [
  { part: 'edge and HTTP', budget: 90 },
  { part: 'admission', budget: 10 },
  { part: 'L0', budget: 10 },
  { part: 'L1', budget: 25 },
  { part: 'L2', budget: 25 },
  { part: 'L3', budget: 15 },
  { part: 'L7', budget: 5 },
  { part: 'L5', budget: 10 },
  { part: 'L4', budget: 10 },
  { part: 'L6', budget: 15 },
  { part: 'rest', budget: 15 },
] as const

/** Sets the costs of the short prompt beside the budget. The rest is what a whole run costs beyond its layers. */
export function compareWithBudget({ steps, whole }: Costs): readonly BudgetRow[] {
  const { 'L7 look-up': lookUp, 'L7 remember': remember, 'second look': secondLook, ...layers } = steps
  const ofLayers = { ...layers, L2: layers.L2 + secondLook, L7: lookUp + remember }
  const sum = Object.values(ofLayers).reduce((total, cost) => total + cost, 0)
  const costs = new Map(Object.entries({ ...ofLayers, rest: Math.max(0, whole - sum) }))
  const rows = BUDGET.map((row): BudgetRow => {
    const measured = costs.get(row.part)
    return measured === undefined ? row : { ...row, measured }
  })
  const known = rows.filter(({ measured }) => measured !== undefined)
  return [
    ...rows,
    { part: 'measured here', budget: total(known.map(({ budget }) => budget)), measured: whole },
    { part: 'total', budget: total(rows.map(({ budget }) => budget)) },
  ]
}

/** The table for a person. A part that costs more than its budget says by how much. */
export function renderBudget(rows: readonly BudgetRow[]): string {
  const width = Math.max(...rows.map(({ part }) => part.length))
  const line = (part: string, measured: string, budget: string, note: string) =>
    `${part.padEnd(width)}  ${measured.padStart(8)}  ${budget.padStart(6)}${note === '' ? '' : `  ${note}`}`
  return [
    line('', 'measured', 'budget', ''),
    ...rows.map(({ part, measured, budget }) => {
      const over = measured === undefined ? 0 : measured - budget
      return line(part, measured?.toFixed(1) ?? '-', String(budget), over > 0 ? `over by ${over.toFixed(1)}` : '')
    }),
  ].join('\n')
}

function total(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0)
}
