import { hash } from 'node:crypto'
import { type Clock, type ControlRecord, createControlRecord, DEFAULT_TENANT } from '@sluice/contracts'
import type { Outbox } from '@sluice/outbox'
import type { RefusedRecord } from './publish-entries.ts'

interface DeadLetters {
  readonly outbox: Pick<Outbox, 'append'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly service: string
}

const EVENT = 'relay.dead_lettered'

/**
 * Puts on record, as a critical event, that Kafka refuses events of a record for good. The events themselves are in the
 * audit trail. What tells of such a refusal, and is refused in its turn, is not told of again: it would never end.
 *
 * @throws SluiceError `audit_unavailable`: then the record must not leave the outbox.
 */
export async function keepDeadLetter(refused: RefusedRecord, { outbox, clock, service }: DeadLetters): Promise<void> {
  const { record } = refused
  if (record.kind === 'control' && record.event === EVENT) return
  const letter = deadLetterOf(refused, { timeMs: clock.nowMs(), service })
  await outbox.append(letter, { once: true })
}

function deadLetterOf(
  { record, code, events, topics }: RefusedRecord,
  { timeMs, service }: { readonly timeMs: number; readonly service: string },
): ControlRecord {
  const { id, tenant = DEFAULT_TENANT } = record
  const [first = ''] = events
  return createControlRecord({
    ...{ id: letterIdOf(id), event: EVENT, severity: 'critical', timeMs, service, actor: `service:${service}`, tenant },
    ...('sub' in record ? { sub: record.sub } : {}),
    ...('session_id' in record ? { sessionId: record.session_id } : {}),
    details: {
      ...{ record_id: id, code, events: events.size, first_event_id: first },
      topics: [...topics].join(','),
    },
  })
}

/** The same for each try, so that it stands in the outbox once: a UUID of version 8 (RFC 9562, section 5.8). */
function letterIdOf(recordId: string): string {
  const hex = hash('sha256', `${EVENT}\n${recordId}`, 'hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
