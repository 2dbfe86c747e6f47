import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TrailRecord } from '@sluice/contracts'
import type { AuditTrail, RecordedEntry } from '@sluice/db'
import { auditEntryOf, unreadableRecord } from '@sluice/events'
import { type DeliveredEntry, openOutboxConsumer } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { AdminConfig } from '../config.ts'
import { createRecordEvidence } from '../evidence/record-evidence.ts'
import { countsOf } from '../overview/counts-of.ts'

/** The consumer group of the outbox that the audit trail is. */
const GROUP = 'audit'
/** Records that are opened in one turn of the event loop: a few milliseconds. */
const SLICE = 50
/** The metric counts each request; the log says it once a minute. */
const QUIET_MS = 60_000

interface WriterParts {
  readonly trail: Pick<AuditTrail, 'enter'>
  /** Opens what gateways have sealed; undefined without DATA_KEYS. */
  readonly keyRing: KeyRing | undefined
  /** Chooses the records whose proofs are made without being asked for. */
  readonly isProofDue: (record: TrailRecord) => boolean
}

/**
 * Moves the records of the outbox into the audit trail, each once: a record leaves the outbox when it is in PostgreSQL.
 * Several processes share its shards.
 */
export function openAuditWriter(context: BuildContext<AdminConfig>, { trail, keyRing, isProofDue }: WriterParts): void {
  const { config, clock, logger, metrics } = context
  if (!config.AUDIT_WRITER) return
  const entered = metrics.counter({ name: 'sluice_audit_entries_total', help: 'Records entered into the audit trail.' })
  const unopened = metrics.counter({
    name: 'sluice_audit_unopened_total',
    help: 'Requests whose commitment this service could not open: nothing about them can be proved.',
  })
  let quietUntilMs = Number.NEGATIVE_INFINITY
  const evidenceOf = createRecordEvidence(keyRing, (id, err) => {
    unopened.inc()
    const nowMs = clock.monotonicMs()
    if (nowMs < quietUntilMs) return
    quietUntilMs = nowMs + QUIET_MS
    logger.error({ err, id }, 'the commitment of a request cannot be opened: is DATA_KEYS that of the gateways?')
  })
  const toRecorded = ({ id, record: read, sequence }: DeliveredEntry): RecordedEntry => {
    const record: TrailRecord = read ?? unreadableRecord(id)
    const entry = auditEntryOf(record)
    const { evidenceAt, proves } = evidenceOf(record, entry.tenant, sequence)
    const isDue = proves !== undefined && isProofDue(record)
    return { ...entry, sequence, evidenceAt, isProofDue: isDue, usage: usageOf(record), counted: countsOf(record) }
  }
  openOutboxConsumer(context, {
    name: 'audit writer',
    group: GROUP,
    handle: async (entries) => {
      const recorded: RecordedEntry[] = []
      for (const [index, entry] of entries.entries()) {
        if (index > 0 && index % SLICE === 0) await nextTurn()
        recorded.push(toRecorded(entry))
      }
      entered.inc(await trail.enter(recorded))
    },
    onError: (err) => logger.error({ err }, 'the audit trail is not being written; records wait in the outbox'),
  })
}

function usageOf(record: TrailRecord): RecordedEntry['usage'] {
  if (record.kind !== 'request' || record.usage === undefined) return undefined
  const { usage, endpoint, cache_hit } = record
  return { ...usage, endpoint, cache_hit }
}
