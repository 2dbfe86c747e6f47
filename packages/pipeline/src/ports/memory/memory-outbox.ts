import { type RequestRecord, readStoredRequest, type StoredRequest } from '@sluice/contracts'
import type { Outbox } from '../outbox.ts'

interface MemoryOutbox extends Outbox {
  /** As they were appended. */
  readonly stored: readonly StoredRequest[]
  /** As their consumers read them. */
  readonly records: readonly RequestRecord[]
}

/** For unit tests: an outbox in memory. */
export function createMemoryOutbox(): MemoryOutbox {
  const stored: StoredRequest[] = []
  const records: RequestRecord[] = []
  return {
    stored,
    records,
    async append(record) {
      stored.push({ ...record })
      records.push(readStoredRequest(record))
    },
  }
}
