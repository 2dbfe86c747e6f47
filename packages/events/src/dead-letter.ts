import { hash } from 'node:crypto'
import { type ControlEvent, type ControlRecord, createControlRecord } from '@sluice/contracts'

/** A record whose events a receiver refuses for good. */
interface Undelivered {
  readonly event: Extract<ControlEvent, `${string}.dead_lettered`>
  readonly recordId: string
  readonly tenant: string
  readonly sub?: string | undefined
  readonly sessionId?: number | undefined
  /** Tells several receivers apart that refuse the same record. */
  readonly receiver?: string
  /** The receiver's word for it, and what else there is to tell. */
  readonly details: NonNullable<ControlRecord['details']>
}

/** Whether an event tells of a refusal: nobody tells that it was refused in its turn, or there would be no end. */
export function isDeadLetter(type: string): boolean {
  return type.endsWith('.dead_lettered')
}

/**
 * The critical record that says so. It has the same id for each try, so that it stands in the outbox once
 * (`append` with `once`).
 */
export function deadLetterOf(
  { event, recordId, tenant, sub, sessionId, receiver = '', details }: Undelivered,
  { timeMs, service }: { readonly timeMs: number; readonly service: string },
): ControlRecord {
  const id = uuidOf(JSON.stringify([event, receiver, recordId]))
  return createControlRecord({
    ...{ id, event, severity: 'critical', timeMs, service, actor: `service:${service}`, tenant, sub, sessionId },
    details: { record_id: recordId, ...(receiver === '' ? {} : { receiver }), ...details },
  })
}

/** A UUID of version 8 (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  const groups = [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`],
    hex.slice(20, 32),
  ]
  return groups.join('-')
}
