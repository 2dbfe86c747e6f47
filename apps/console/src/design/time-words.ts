const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** By how much two clocks may differ before what has just been is said to come. */
const SKEW_MS = 10_000

/** Writes a moment in the reader's time zone. */
export function formatLocal(instant: number): string {
  return Number.isNaN(instant) ? 'unknown time' : local.format(instant)
}

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Writes a day of UTC, `2026-03-02`, as days are written elsewhere. */
export function formatDay(day: string): string {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(instant) ? day : utcDay.format(instant)
}

/** Writes a moment of ISO 8601 in UTC: `2026-03-02 08:15:02 UTC`. */
export function formatUtc(at: string): string {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return at
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Says a distance in time, in milliseconds, in words: `in 3 minutes`, `2 hours ago`, `just now`. */
export function describeDistance(ms: number): string {
  if (Number.isNaN(ms)) return 'at an unknown time'
  const size = Math.abs(ms)
  const found = UNITS.find((one) => size >= one.ms)
  if (found === undefined) return ms > SKEW_MS ? 'in under a minute' : 'just now'
  const count = Math.floor(size / found.ms)
  const words = `${count} ${found.unit}${count === 1 ? '' : 's'}`
  return ms > 0 ? `in ${words}` : `${words} ago`
}
