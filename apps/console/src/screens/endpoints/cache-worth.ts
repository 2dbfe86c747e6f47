import type { Overview } from '../../api/overview.ts'
import type { UsageRow } from '../../api/usage.ts'

/** What the cache has given for one model, or for all. */
interface CacheWorth {
  readonly answered: number
  readonly hits: number
  /** What the hits would have cost at the mean of fresh answers, by currency, in millionths. */
  readonly savedMicros: ReadonlyMap<string, number>
}

interface ModelWorth extends CacheWorth {
  readonly model: string
}

/** What the cache has given for each model, the most hits first. Hits have no price, so they are rows of their own. */
export function worthByModel(rows: readonly UsageRow[]): ModelWorth[] {
  const byModel = Map.groupBy(rows, ({ name = 'none' }) => name)
  return [...byModel]
    .map(([model, some]) => {
      const answered = sum(some, ({ requests }) => requests)
      const hits = sum(some, ({ cache_hits: count }) => count)
      return { model, answered, hits, savedMicros: savedBy(some, hits, answered - hits) }
    })
    .sort((one, other) => other.hits - one.hits || other.answered - one.answered)
}

function savedBy(rows: readonly UsageRow[], hits: number, fresh: number): ReadonlyMap<string, number> {
  const saved = new Map<string, number>()
  if (fresh <= 0 || hits === 0) return saved
  for (const { currency, cost_micros: micros } of rows) {
    if (currency !== undefined && micros > 0) saved.set(currency, (saved.get(currency) ?? 0) + (hits * micros) / fresh)
  }
  return saved
}

/** What the cache has given for all models together. */
export function worthOfAll(models: readonly ModelWorth[]): CacheWorth {
  const savedMicros = new Map<string, number>()
  for (const [currency, micros] of models.flatMap((one) => [...one.savedMicros])) {
    savedMicros.set(currency, (savedMicros.get(currency) ?? 0) + micros)
  }
  return { answered: sum(models, (one) => one.answered), hits: sum(models, (one) => one.hits), savedMicros }
}

/** Writes amounts of money: `€12.30 + $4.00`; undefined where there are none. */
export function moneyWords(micros: ReadonlyMap<string, number>): string | undefined {
  const written = [...micros].map(([currency, amount]) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 1_000_000),
  )
  return written.length === 0 ? undefined : written.join(' + ')
}

/** The share of answers that came from the cache, in percent, in each of the last steps; 0 without answers. */
export function hitShares({ at, requests }: Pick<Overview, 'at' | 'requests'>, length: number): number[] {
  const stepMs = requests.step_seconds * 1_000
  const last = Math.floor(Date.parse(at) / stepMs)
  const shares = new Map(
    requests.steps.map((step) => {
      const whole = step.answered + step.cached
      return [Math.floor(Date.parse(step.at) / stepMs), whole === 0 ? 0 : Math.round((100 * step.cached) / whole)]
    }),
  )
  return Array.from({ length }, (_, index) => shares.get(last - length + 1 + index) ?? 0)
}

/** Writes an amount of memory: `512 KiB`, `1.5 MiB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  const units = ['KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length)
  const amount = bytes / 1_024 ** power
  return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${units[power - 1]}`
}

const DURATIONS = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3_600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
  { seconds: 1, unit: 'second' },
] as const

/** Writes a duration in the largest unit that it is a whole number of: `90 minutes`, `1 hour`. */
export function durationWords(seconds: number): string {
  const found = DURATIONS.find((one) => seconds >= one.seconds && seconds % one.seconds === 0)
  if (found === undefined) return `${seconds} seconds`
  const count = seconds / found.seconds
  return `${count} ${found.unit}${count === 1 ? '' : 's'}`
}

function sum<One>(all: readonly One[], value: (one: One) => number): number {
  return all.reduce((total, one) => total + value(one), 0)
}
