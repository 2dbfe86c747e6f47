import type { RequestRecord } from '@sluice/contracts'
import type { Outbox } from '../outbox.ts'

/** For unit tests: an outbox in memory. */
export function createMemoryOutbox(): Outbox & { readonly records: readonly RequestRecord[] } {
  const records: RequestRecord[] = []
  return { records, append: async (record) => void records.push(structuredClone(record)) }
}
