import { trailRecordSchema } from '@sluice/contracts'
import { type AuditRow, createAuditTrail, type Database } from '@sluice/db'
import { eventsOf } from '@sluice/events'

const PAGE = 1_000

/** Every row of the trail, in its order. */
export async function readRows(database: Database): Promise<readonly AuditRow[]> {
  const trail = createAuditTrail(database)
  const rows: AuditRow[] = []
  for (;;) {
    const beyond = rows.at(-1)?.number
    const page = await trail.list({ filter: { tenant: 'default' }, first: 'oldest', beyond, limit: PAGE })
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

export async function countRows({ orm }: Database): Promise<number> {
  const { rows } = await orm.execute<{ count: string }>('SELECT count(*) FROM audit_events')
  return Number(rows[0]?.count)
}

/** The ids of the events that receivers get of a row. */
export function eventIdsOf({ record }: AuditRow): readonly string[] {
  return eventsOf({ record: trailRecordSchema.parse(record) }).map(({ id }) => id)
}
