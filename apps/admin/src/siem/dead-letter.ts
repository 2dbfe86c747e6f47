import type { Clock, ControlRecord } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { deadLetterOf, isDeadLetter } from '@sluice/events'

interface DeadLetters {
  readonly outbox: { append(record: ControlRecord, options: { readonly once: boolean }): Promise<void> }
  readonly clock: Pick<Clock, 'nowMs'>
  /** Its address, as logs and metrics name it. */
  readonly receiver: string
}

/**
 * Puts on record, as a critical event, that a collector refuses the events of a record for good. They stay in the audit
 * trail.
 *
 * @throws SluiceError `audit_unavailable`: then the record is sent again.
 */
export async function keepDeadLetter(
  { id, tenant, type, sub, sessionId }: AuditRow,
  status: number,
  { outbox, clock, receiver }: DeadLetters,
): Promise<void> {
  if (isDeadLetter(type)) return
  const undelivered = { recordId: id, tenant, sub, sessionId, receiver, details: { code: `HTTP ${status}`, type } }
  const letter = deadLetterOf(
    { event: 'siem.dead_lettered', ...undelivered },
    { timeMs: clock.nowMs(), service: 'admin' },
  )
  await outbox.append(letter, { once: true })
}
