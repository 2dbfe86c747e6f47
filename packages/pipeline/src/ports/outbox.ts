import type { AlertRecord, ClearanceRecord, StoredRequest } from '@sluice/contracts'

/**
 * Where the one record of each request is appended, and before it alerts of what cannot wait for its end. Resolving
 * means "accepted for audit".
 */
export interface Outbox {
  append(record: StoredRequest | AlertRecord | ClearanceRecord): Promise<void>
}
