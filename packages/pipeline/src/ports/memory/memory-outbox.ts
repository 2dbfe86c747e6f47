import { type AlertRecord, type RequestRecord, readStoredRequest, type StoredRequest } from '@sluice/contracts'
import type { Outbox } from '../outbox.ts'

interface MemoryOutbox extends Outbox {
  /** As they were appended. */
  readonly stored: readonly StoredRequest[]
  readonly alerts: readonly AlertRecord[]
  /** As their consumers read them. */
  readonly records: readonly RequestRecord[]
}

/** For unit tests: an outbox in memory. */
export function createMemoryOutbox(): MemoryOutbox {
  const stored: StoredRequest[] = []
  const alerts: AlertRecord[] = []
  const records: RequestRecord[] = []
  return {
    stored,
    alerts,
    records,
    async append(record) {
      if (record.kind === 'alert') return void alerts.push(record)
      stored.push({ ...record })
      records.push(readStoredRequest(record))
    },
  }
}
