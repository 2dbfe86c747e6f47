import { outboxRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { type AuditEvent, auditEventOf, unreadableEvent } from '@sluice/events'

/** The event of an entry of the trail. An entry whose record a later version has written is told all the same. */
export function eventOfRow({ id, timeMs, record }: AuditRow): AuditEvent {
  const parsed = outboxRecordSchema.safeParse(record)
  return parsed.success ? auditEventOf(parsed.data) : unreadableEvent(id, timeMs)
}
