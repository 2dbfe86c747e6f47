/** What budgets are for: a day or a month of UTC. */
export type WindowKind = 'day' | 'month'

/** A day or a month, and when it ends. */
export interface BudgetWindow {
  /** `2026-11-23`, or `2026-11`. */
  readonly id: string
  readonly endsAtMs: number
}

const DAY_LENGTH = '2026-11-23'.length
const MONTH_LENGTH = '2026-11'.length

/** The window that a moment is in. */
export function windowAt(kind: WindowKind, nowMs: number): BudgetWindow {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const text = now.toISOString()
  return kind === 'day'
    ? { id: text.slice(0, DAY_LENGTH), endsAtMs: Date.UTC(year, month, day + 1) }
    : { id: text.slice(0, MONTH_LENGTH), endsAtMs: Date.UTC(year, month + 1) }
}
