import { type Clock, DEFAULT_TENANT } from '@sluice/contracts'
import { deadLetterOf, isDeadLetter } from '@sluice/events'
import type { Outbox } from '@sluice/outbox'
import type { RefusedRecord } from './publish-entries.ts'

interface DeadLetters {
  readonly outbox: Pick<Outbox, 'append'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly service: string
}

/**
 * Puts on record, as a critical event, that Kafka refuses events of a record for good. The events themselves are in the
 * audit trail.
 *
 * @throws SluiceError `audit_unavailable`: then the record must not leave the outbox.
 */
export async function keepDeadLetter(
  { record, code, events, topics }: RefusedRecord,
  { outbox, clock, service }: DeadLetters,
): Promise<void> {
  if (record.kind === 'control' && isDeadLetter(record.event)) return
  const { id, tenant = DEFAULT_TENANT } = record
  const [first = ''] = events
  const undelivered = {
    ...({ event: 'relay.dead_lettered', recordId: id, tenant } as const),
    ...('sub' in record ? { sub: record.sub } : {}),
    ...('session_id' in record ? { sessionId: record.session_id } : {}),
    details: { code, events: events.size, first_event_id: first, topics: [...topics].join(',') },
  }
  await outbox.append(deadLetterOf(undelivered, { timeMs: clock.nowMs(), service }), { once: true })
}
