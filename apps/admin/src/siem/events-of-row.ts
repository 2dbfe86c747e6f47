import { type SluiceEvent, trailRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { eventsOf } from '@sluice/events'

/**
 * The events of an entry of the trail: none once its record was erased. An entry whose record a later version has
 * written is told all the same.
 */
export function eventsOfRow({ id, timeMs, tenant, record, sequence }: AuditRow): readonly SluiceEvent[] {
  if (record === undefined || record === null) return []
  const parsed = trailRecordSchema.safeParse(record)
  if (parsed.success) return eventsOf({ record: parsed.data, sequence })
  const unreadable = eventsOf({ record: { kind: 'unreadable', version: 1, id, entry: id, time_ms: timeMs } })
  // Whose it is stands beside the record.
  return unreadable.map((event) =>
    event.type === 'sluice.record.unreadable'
      ? { ...event, tenant, partitionkey: tenant, data: { ...event.data, tenant } }
      : event,
  )
}
