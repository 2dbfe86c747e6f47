import { randomUUID } from 'node:crypto'
import type { Clock, ControlEvent, ControlRecord } from '@sluice/contracts'
import type { Directory } from './directories/directory.ts'

type Details = NonNullable<ControlRecord['details']>

/** Appends an audit record; says why where that is not possible. */
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

/** What is done is critical where it needs somebody: a pull that was applied does not. */
export function createRecorder({ name, tenant }: Directory, { outbox, clock }: RecorderOptions): Recorder {
  return async (event, runId, reason, details) => {
    const record: ControlRecord = {
      kind: 'control',
      version: 1,
      id: randomUUID(),
      event,
      severity: event === 'directory.synced' ? 'low' : 'critical',
      time_ms: clock.now(),
      service: SERVICE,
      actor: `directory:${name}`,
      tenant,
      reason,
      request_id: runId,
      details,
    }
    try {
      await outbox.append(record)
      return {}
    } catch (recordFault) {
      return { recordFault }
    }
  }
}
