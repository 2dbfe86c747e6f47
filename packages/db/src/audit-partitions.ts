import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { sql } from './drizzle.ts'

/** PostgreSQL's code for rows of another partition that belong to the new one. */
const CHECK_VIOLATION = '23514'

/** PostgreSQL's codes for a table that another session makes at the same moment, in spite of `IF NOT EXISTS`. */
const MADE_BY_ANOTHER: ReadonlySet<unknown> = new Set(['42P07', '23505'])

/** Months have partitions of their own where they are as near as this; other times share one. */
const NEAR_DAYS = 62

/**
 * Makes sure that the months of records have their partitions before the records are entered. The promise rejects with
 * `dependency_unavailable`.
 */
export function createMonths(database: Pick<Database, 'orm'>) {
  const made = new Set<string>()
  return async (entries: readonly { readonly timeMs: number }[]): Promise<void> => {
    const months = new Set(entries.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 7)))
    for (const month of months) {
      if (made.has(month)) continue
      const first = new Date(`${month}-01T00:00:00Z`)
      if (!(await isNear(database, first))) continue
      await ensureMonth(database, first)
      made.add(month)
    }
  }
}

async function isNear({ orm }: Pick<Database, 'orm'>, first: Date): Promise<boolean> {
  const { rows } = await attempt(() =>
    orm.execute<{ near: boolean }>(
      sql`SELECT abs(extract(epoch FROM now() - ${first.toISOString()}::timestamptz)) < ${NEAR_DAYS * 86_400} AS near`,
    ),
  )
  return rows[0]?.near === true
}

/** A month whose records have come before their partition keeps them in the one for odd times. */
async function ensureMonth({ orm }: Pick<Database, 'orm'>, first: Date): Promise<void> {
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1))
  const name = `audit_events_${first.toISOString().slice(0, 7).replace('-', '_')}`
  const make = sql.raw(
    `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF audit_events ` +
      `FOR VALUES FROM ('${first.toISOString()}') TO ('${next.toISOString()}')`,
  )
  try {
    await orm.execute(make).catch((error: unknown) => {
      if (!MADE_BY_ANOTHER.has(codeOf(error))) throw error
      return orm.execute(make)
    })
  } catch (error) {
    if (codeOf(error) !== CHECK_VIOLATION) await attempt(() => Promise.reject(error))
  }
}

function codeOf(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? Reflect.get(cause, 'code') : undefined
}
