import { SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { type SQL, sql } from './drizzle.ts'
import { usageSums } from './usage-tables.ts'

/** What usage is reported by. */
export const USAGE_DIMENSIONS = ['user', 'department', 'key', 'endpoint', 'model', 'day'] as const

type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

interface UsageQuery {
  readonly tenant: string
  /** The first and the last day of UTC, as `2026-11-23`. */
  readonly from: string
  readonly to: string
  readonly by: UsageDimension
  /** Only what somebody in one of these has used, and of departments only these; of all where absent. */
  readonly departments?: readonly string[] | undefined
  /** 1 to 10,001. */
  readonly limit: number
}

/** What one user, department and so on has used. No number is above 2^53 - 1: sums stop there. */
export interface UsageRow {
  /** Undefined for what belongs to none, and for persons who were erased. */
  readonly name: string | undefined
  /** ISO 4217; undefined where nothing had a price. */
  readonly currency: string | undefined
  /** Exchanges that were answered, those from the cache among them. */
  readonly requests: number
  readonly cacheHits: number
  /** Those whose tokens were estimated, because their endpoint has not said all of them. */
  readonly estimatedRequests: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  /** In millionths of the currency's unit. */
  readonly costMicros: number
}

/** What one user has used in a currency, or of what had no price. */
export interface UserUsage {
  readonly currency: string | undefined
  readonly month: UsedSums
  /** The part of it that is of the day. */
  readonly day: UsedSums
}

interface UsedSums {
  readonly requests: number
  readonly tokens: number
  /** In millionths of the currency's unit. */
  readonly costMicros: number
}

/** Sums of usage in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface UsageRepository {
  /**
   * What a tenant has used: by day in the order of days, else the dearest first. There is a row for each name; where
   * prices were in several currencies meanwhile, one for each. A request of a user with several departments counts for
   * each of them. Throws `invalid_request` for a limit out of range.
   */
  report(query: UsageQuery): Promise<UsageRow[]>
  /** What one user has used from the first of these days on; of days of UTC, as `2026-11-23`. */
  usedBy(
    user: { readonly tenant: string; readonly sub: string },
    from: { readonly month: string; readonly day: string },
  ): Promise<UserUsage[]>
  /** Forgets the days before one, as `2026-11-01`. Returns how many sums it were. */
  dropBefore(day: string): Promise<number>
}

export const MAX_USAGE_ROWS = 10_001
/** Sums that one statement deletes: it stays well below the time limit of a statement. */
const ROWS_AT_ONCE = 5_000

/** Sums stop here: beyond it they were not exact as numbers of JSON. */
const MOST = sql.raw(`${Number.MAX_SAFE_INTEGER}`)

const NAMES: Readonly<Record<UsageDimension, SQL>> = {
  user: sql`sub`,
  department: sql`department`,
  key: sql`api_key`,
  endpoint: sql`endpoint`,
  model: sql`model`,
  day: sql`day::text`,
}

export function createUsageRepository({ orm }: Pick<Database, 'orm'>): UsageRepository {
  return {
    report: async (query) => {
      const { limit } = query
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_USAGE_ROWS) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const { rows } = await attempt(() => orm.execute<StoredSums>(reportOf(query)))
      return rows.map(toRow)
    },
    usedBy: ({ tenant, sub }, { month, day }) =>
      attempt(async () => {
        const sums = ['requests', 'input_tokens + output_tokens', 'cost_micros'].map(sql.raw)
        const ofMonth = sums.map((each) => sql`least(sum(${each}), ${MOST})::text`)
        const ofDay = sums.map(
          (each) => sql`least(coalesce(sum(${each}) FILTER (WHERE day >= ${day}::date), 0), ${MOST})::text`,
        )
        const { rows } = await orm.execute<{ currency: string | null; month: string[]; day: string[] }>(sql`
          SELECT currency, ARRAY[${sql.join(ofMonth, sql`, `)}] AS month, ARRAY[${sql.join(ofDay, sql`, `)}] AS day
          FROM ${usageSums} WHERE tenant = ${tenant} AND sub = ${sub} AND day >= ${month}::date
          GROUP BY currency ORDER BY currency NULLS LAST`)
        return rows.map((row) => ({
          currency: row.currency ?? undefined,
          month: usedSums(row.month),
          day: usedSums(row.day),
        }))
      }),
    dropBefore: (day) =>
      attempt(async () => {
        let dropped = 0
        for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; dropped += some) {
          const { rowCount } = await orm.execute(sql`
            DELETE FROM ${usageSums} WHERE (tenant, day, digest) IN (
              SELECT tenant, day, digest FROM ${usageSums} WHERE day < ${day}::date LIMIT ${ROWS_AT_ONCE})`)
          some = rowCount ?? 0
        }
        return dropped
      }),
  }
}

const SUMS = [
  ...['requests', 'cache_hits', 'estimated_requests'],
  ...['input_tokens', 'cached_tokens', 'output_tokens', 'cost_micros'],
] as const

/**
 * What had no price, as answers from the cache, stands in the row of a currency where there is one. That is looked for
 * among the sums by currency, which are few: a look at all rows would sort them.
 */
function reportOf({ tenant, from, to, by, departments: reach, limit }: UsageQuery): SQL {
  const each = by === 'department' ? sql`LEFT JOIN LATERAL unnest(departments) AS department ON true` : sql``
  const names =
    reach &&
    sql`ARRAY[${sql.join(
      reach.map((name) => sql`${name}`),
      sql`, `,
    )}]::text[]`
  const isWithin = names === undefined ? sql`` : sql`AND departments && ${names}`
  const isShown = names === undefined || by !== 'department' ? sql`` : sql`AND department = ANY (${names})`
  const order = by === 'day' ? sql`` : sql`sum(cost_micros) DESC, sum(input_tokens + output_tokens) DESC,`
  const inner = SUMS.map((column) => sql.raw(`sum(${column}) AS ${column}`))
  const outer = SUMS.map((column) => sql`least(sum(${sql.raw(column)}), ${MOST})::text AS ${sql.raw(column)}`)
  return sql`
    SELECT name, known AS currency, ${sql.join(outer, sql`, `)}
    FROM (
      SELECT priced.*, coalesce(currency, max(currency) OVER (PARTITION BY name)) AS known
      FROM (
        SELECT ${NAMES[by]} AS name, currency, ${sql.join(inner, sql`, `)}
        FROM ${usageSums} ${each}
        WHERE tenant = ${tenant} AND day BETWEEN ${from}::date AND ${to}::date ${isWithin} ${isShown}
        GROUP BY 1, 2
      ) AS priced
    ) AS named
    GROUP BY name, known
    ORDER BY ${order} name COLLATE "C" NULLS LAST, known NULLS LAST
    LIMIT ${limit}`
}

function usedSums([requests, tokens, costMicros]: readonly string[]): UsedSums {
  return { requests: Number(requests), tokens: Number(tokens), costMicros: Number(costMicros) }
}

/** Numbers of 64 bits come as texts. */
type StoredSums = Readonly<
  Record<'name' | 'currency', string | null> &
    Record<'requests' | 'cache_hits' | 'estimated_requests', string> &
    Record<'input_tokens' | 'cached_tokens' | 'output_tokens' | 'cost_micros', string>
> &
  Record<string, unknown>

function toRow(sums: StoredSums): UsageRow {
  return {
    name: sums.name ?? undefined,
    currency: sums.currency ?? undefined,
    requests: Number(sums.requests),
    cacheHits: Number(sums.cache_hits),
    estimatedRequests: Number(sums.estimated_requests),
    inputTokens: Number(sums.input_tokens),
    cachedTokens: Number(sums.cached_tokens),
    outputTokens: Number(sums.output_tokens),
    costMicros: Number(sums.cost_micros),
  }
}
