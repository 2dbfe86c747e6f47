import type { AuditEntry } from '@sluice/contracts'
import type { AuditTrail } from '@sluice/db'
import { auditEntryOf, unreadableRecord } from '@sluice/events'
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
  const { config, logger, metrics } = context
  if (!config.AUDIT_WRITER) return
  const entered = metrics.counter({ name: 'sluice_audit_entries_total', help: 'Records entered into the audit trail.' })
  openOutboxConsumer(context, {
    name: 'audit writer',
    group: GROUP,
    handle: async (entries) => {
      const recorded = entries.map((entry) => ({ ...entryOf(entry), sequence: entry.sequence }))
      entered.inc(await trail.enter(recorded))
    },
    onError: (err) => logger.error({ err }, 'the audit trail is not being written; records wait in the outbox'),
  })
}

function entryOf({ id, record }: DeliveredEntry): AuditEntry {
  return auditEntryOf(record ?? unreadableRecord(id))
}
