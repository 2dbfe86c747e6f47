import type { StoredRequest } from '@sluice/contracts'

/** Where the one record of each request is appended. Resolving means "accepted for audit". */
export interface Outbox {
  append(record: StoredRequest): Promise<void>
}
