import { type Clock, type ControlEvent, type ControlRecord, createControlRecord } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import type { Directory } from './directories/directory.ts'

type Details = NonNullable<ControlRecord['details']>

/** Appends an audit record. Returns the reason where that fails. */
export type Recorder = (
  event: ControlEvent,
  runId: string,
  reason: string,
  details: Details,
) => Promise<{ readonly recordFault?: unknown }>

interface RecorderOptions {
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
}

const SERVICE = 'idp-sync'

/** An event that needs a person is critical. A pull that was applied needs nobody. */
export function createRecorder({ name, tenant }: Directory, { outbox, clock }: RecorderOptions): Recorder {
  return async (event, runId, reason, details) => {
    const record = createControlRecord({
      id: newId(),
      event,
      severity: event === 'directory.synced' ? 'low' : 'critical',
      timeMs: clock.nowMs(),
      service: SERVICE,
      actor: `directory:${name}`,
      tenant,
      reason,
      requestId: runId,
      details,
    })
    try {
      await outbox.append(record)
      return {}
    } catch (recordFault) {
      return { recordFault }
    }
  }
}
