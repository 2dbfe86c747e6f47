import type { Clock } from '@sluice/contracts'
import type { AuditTrail } from '@sluice/db'
import { type AuditEvent, auditEventOf, unreadableEvent } from '@sluice/events'
import { type DeliveredEntry, openOutboxConsumer } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'

/** The consumer group of the outbox that the audit trail is. */
const GROUP = 'audit'

/**
 * Moves the records of the outbox into the audit trail, each once: a record leaves the outbox when it is in PostgreSQL.
 * Several processes share its shards.
 */
export function openAuditWriter(context: BuildContext<AdminConfig>, trail: Pick<AuditTrail, 'enter'>): void {
  const { config, clock, logger, metrics } = context
  if (!config.AUDIT_WRITER) return
  const entered = metrics.counter({ name: 'sluice_audit_entries_total', help: 'Records entered into the audit trail.' })
  openOutboxConsumer(context, {
    name: 'audit writer',
    group: GROUP,
    handle: async (entries) => entered.inc(await trail.enter(entries.map((entry) => eventOf(entry, clock)))),
    onError: (err) => logger.error({ err }, 'the audit trail is not being written; records wait in the outbox'),
  })
}

function eventOf({ id, record }: DeliveredEntry, clock: Clock): AuditEvent {
  return record === undefined ? unreadableEvent(id, clock.nowMs()) : auditEventOf(record)
}
