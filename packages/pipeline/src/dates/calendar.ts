/** Whether there is such a day; two digits of a year say nothing about leap years but of the day itself. */
export function isDay(year: number, month: number, day: number): boolean {
  const days = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return days !== undefined && day >= 1 && day <= days
}

/** A day of the Gregorian calendar, month 1 to 12. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const DAY_MS = 86_400_000

/** The day so many days later; undefined for a day that the calendar does not have. */
export function dayAfter({ year, month, day }: Day, days: number): Day | undefined {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined
  const moved = new Date(at.getTime() + days * DAY_MS)
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}
