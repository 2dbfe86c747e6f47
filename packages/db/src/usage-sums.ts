import type { RequestUsage } from '@sluice/contracts'
import type { Database } from './database.ts'
import { sql } from './drizzle.ts'
import { usageSums } from './usage-tables.ts'

/** What one exchange has cost, and who has answered it. */
export interface EntryUsage extends RequestUsage {
  readonly endpoint?: string | undefined
  readonly cache_hit: boolean
}

/** An entry of the trail, as far as it is charged. */
interface ChargedEntry {
  readonly tenant: string
  readonly timeMs: number
  readonly sub?: string | undefined
  readonly usage?: EntryUsage | undefined
}

type Connection = Pick<Database['orm'], 'execute'>

/** Sums stop here, whatever endpoints say: beyond it they were not exact as numbers of JSON. */
const MOST = sql.raw(`${Number.MAX_SAFE_INTEGER}`)

/**
 * Adds up what entries have cost. It belongs into the transaction that enters them: an entry that is delivered twice
 * is entered once, and so it is counted once.
 */
export async function addUsage(connection: Connection, entries: readonly ChargedEntry[]): Promise<void> {
  const used = entries.flatMap(({ tenant, timeMs, sub, usage }) =>
    usage === undefined ? [] : [{ ...usage, tenant, at: new Date(timeMs), sub }],
  )
  if (used.length === 0) return
  await connection.execute(sql`
    INSERT INTO ${usageSums} AS known (tenant, day, digest, sub, departments, api_key, endpoint, model, currency,
      requests, cache_hits, estimated_requests, input_tokens, cached_tokens, output_tokens, cost_micros)
    SELECT tenant, (at AT TIME ZONE 'UTC')::date,
      sha256(convert_to(jsonb_build_array(sub, departments, api_key, endpoint, model, currency)::text, 'UTF8')),
      sub, departments, api_key, endpoint, model, currency,
      count(*), count(*) FILTER (WHERE cache_hit), count(*) FILTER (WHERE estimated),
      least(sum(input_tokens), ${MOST}), least(sum(coalesce(cached_tokens, 0)), ${MOST}),
      least(sum(output_tokens), ${MOST}), least(sum(cost_micros), ${MOST})
    FROM jsonb_to_recordset(${JSON.stringify(used)}::jsonb) AS used(tenant text, at timestamptz, sub text,
      departments text[], api_key text, endpoint text, model text, currency text, cache_hit boolean, estimated boolean,
      input_tokens bigint, cached_tokens bigint, output_tokens bigint, cost_micros bigint)
    GROUP BY 1, 2, sub, departments, api_key, endpoint, model, currency
    ON CONFLICT (tenant, day, digest) DO UPDATE SET
      requests = known.requests + excluded.requests,
      cache_hits = known.cache_hits + excluded.cache_hits,
      estimated_requests = known.estimated_requests + excluded.estimated_requests,
      input_tokens = least(known.input_tokens + excluded.input_tokens, ${MOST}),
      cached_tokens = least(known.cached_tokens + excluded.cached_tokens, ${MOST}),
      output_tokens = least(known.output_tokens + excluded.output_tokens, ${MOST}),
      cost_micros = least(known.cost_micros + excluded.cost_micros, ${MOST})`)
}

/**
 * Takes a person, and the keys that acted for the person, out of the sums. What it cost their departments stays. Nobody
 * may add to the sums meanwhile.
 */
export async function eraseUsage(connection: Connection, tenant: string, sub: string): Promise<void> {
  await connection.execute(sql`
    UPDATE ${usageSums} SET sub = NULL, api_key = NULL, digest = sha256(uuid_send(gen_random_uuid()))
    WHERE tenant = ${tenant} AND sub = ${sub}`)
}
