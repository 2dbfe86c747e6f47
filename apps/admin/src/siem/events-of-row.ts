import { type SluiceEvent, trailRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { eventsOf } from '@sluice/events'

/** The events of an entry of the trail. An entry whose record a later version has written is told all the same. */
export function eventsOfRow({ id, tenant, timeMs, record, sequence }: AuditRow): readonly SluiceEvent[] {
  const parsed = trailRecordSchema.safeParse(record)
  if (parsed.success) return eventsOf({ record: parsed.data, sequence })
  return eventsOf({ record: { kind: 'unreadable', version: 1, id, tenant, entry: id, time_ms: timeMs } })
}
