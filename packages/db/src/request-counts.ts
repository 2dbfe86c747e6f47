import { requestCounts } from './audit-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { sql } from './drizzle.ts'

/** How an entry of the trail counts among requests. */
export interface CountedRequests {
  /** `answered`, `cached`, `held`, `denied`, `failed`, `aborted` or `refused`. */
  readonly outcome: string
  /** The layer that has decided so; empty where none has. */
  readonly layer: string
  readonly requests: number
}

interface CountedEntry {
  readonly tenant: string
  readonly timeMs: number
  readonly counted?: CountedRequests | undefined
}

/** What was counted from a time on. */
export interface CountedStep extends CountedRequests {
  /** The beginning of the step. */
  readonly at: Date
}

interface CountsQuery {
  readonly tenant: string
  readonly from: Date
  /** How long a step is, in seconds: a multiple of 300. */
  readonly stepSeconds: number
}

/** Counts of requests in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface RequestCounts {
  /** In the order of steps; a step in which nothing was counted is not there. */
  report(query: CountsQuery): Promise<CountedStep[]>
  /** Forgets what is of a time before. Returns how many counts it were. */
  dropBefore(time: Date): Promise<number>
}

const BUCKET_MS = 300_000
/** Counts that one statement deletes. */
const ROWS_AT_ONCE = 5_000
/** Rows of one report: more than a day of five-minute steps has. */
const MAX_ROWS = 50_000

/** As in `addUsage`: within the transaction that enters the entries, so that each is counted once. */
export async function addRequestCounts(
  connection: Pick<Database['orm'], 'execute'>,
  entries: readonly CountedEntry[],
): Promise<void> {
  const sums = new Map<string, CountedRequests & { tenant: string; at: string; requests: number }>()
  for (const { tenant, timeMs, counted } of entries) {
    if (counted === undefined) continue
    const at = new Date(Math.floor(timeMs / BUCKET_MS) * BUCKET_MS).toISOString()
    const key = JSON.stringify([tenant, at, counted.outcome, counted.layer])
    const known = sums.get(key)
    if (known === undefined) sums.set(key, { ...counted, tenant, at })
    else known.requests += counted.requests
  }
  if (sums.size === 0) return
  await connection.execute(sql`
    INSERT INTO ${requestCounts} AS known (tenant, at, outcome, layer, requests)
    SELECT tenant, at, outcome, layer, requests
    FROM jsonb_to_recordset(${JSON.stringify([...sums.values()])}::jsonb)
      AS counted(tenant text, at timestamptz, outcome text, layer text, requests bigint)
    ON CONFLICT (tenant, at, outcome, layer) DO UPDATE SET requests = known.requests + excluded.requests`)
}

export function createRequestCounts({ orm }: Pick<Database, 'orm'>): RequestCounts {
  return {
    report: ({ tenant, from, stepSeconds }) =>
      attempt(async () => {
        const { rows } = await orm.execute<{ step: string; outcome: string; layer: string; requests: string }>(sql`
          SELECT (floor(extract(epoch FROM at) / ${stepSeconds}::int) * ${stepSeconds}::int)::bigint::text AS step,
            outcome, layer, sum(requests)::text AS requests
          FROM ${requestCounts} WHERE tenant = ${tenant} AND at >= ${from.toISOString()}::timestamptz
          GROUP BY 1, 2, 3 ORDER BY min(at), outcome, layer LIMIT ${MAX_ROWS}`)
        return rows.map(({ step, outcome, layer, requests }) => ({
          ...{ at: new Date(Number(step) * 1_000), outcome, layer, requests: Number(requests) },
        }))
      }),
    dropBefore: (time) =>
      attempt(async () => {
        let dropped = 0
        for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; dropped += some) {
          const { rowCount } = await orm.execute(sql`
            DELETE FROM ${requestCounts} WHERE (tenant, at, outcome, layer) IN (
              SELECT tenant, at, outcome, layer FROM ${requestCounts}
              WHERE at < ${time.toISOString()}::timestamptz LIMIT ${ROWS_AT_ONCE})`)
          some = rowCount ?? 0
        }
        return dropped
      }),
  }
}
