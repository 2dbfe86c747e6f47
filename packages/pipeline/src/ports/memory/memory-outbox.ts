import {
  type AlertRecord,
  type ClearanceRecord,
  type RequestRecord,
  readStoredRequest,
  type StoredRequest,
} from '@sluice/contracts'
import type { Outbox } from '../outbox.ts'

interface MemoryOutbox extends Outbox {
  /** As they were appended. */
  readonly stored: readonly StoredRequest[]
  readonly alerts: readonly AlertRecord[]
  readonly clearances: readonly ClearanceRecord[]
  /** As their consumers read them. */
  readonly records: readonly RequestRecord[]
}

/** For unit tests: an outbox in memory. */
export function createMemoryOutbox(): MemoryOutbox {
  const stored: StoredRequest[] = []
  const alerts: AlertRecord[] = []
  const clearances: ClearanceRecord[] = []
  const records: RequestRecord[] = []
  return {
    stored,
    alerts,
    clearances,
    records,
    async append(record) {
      if (record.kind === 'alert') return void alerts.push(record)
      if (record.kind === 'clearance') return void clearances.push(record)
      stored.push({ ...record })
      records.push(readStoredRequest(record))
    },
  }
}
