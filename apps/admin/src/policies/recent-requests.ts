import { type RequestRecord, requestRecordSchema } from '@sluice/contracts'
import type { AuditRow, AuditTrail } from '@sluice/db'

interface RecentRequests {
  /** The newest first. */
  readonly records: readonly RequestRecord[]
  /** Records of requests in a form that this version does not read. */
  readonly unreadable: number
}

/** Entries that one call looks at, at most: those of the control plane lie between the requests. */
const MAX_SCANNED = 50_000
/** A page is parsed at once: about 10 ms of the event loop. */
const PAGE = 500

/**
 * Reads the last records of a tenant's requests from the audit trail, which has a record some moments after its
 * request. Throws `dependency_unavailable`.
 *
 * @param limit the most records, 1 or more.
 */
export async function readRecentRequests(
  trail: Pick<AuditTrail, 'list'>,
  tenant: string,
  limit: number,
): Promise<RecentRequests> {
  const records: RequestRecord[] = []
  let unreadable = 0
  let beyond: number | undefined
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += PAGE) {
    const page = await trail.list({ filter: { tenant }, first: 'newest', beyond, limit: PAGE })
    for (const row of page.filter(isRequest)) {
      const record = requestRecordSchema.safeParse(row.record)
      if (record.success) records.push(record.data)
      else unreadable += 1
      if (records.length === limit) return { records, unreadable }
    }
    if (page.length < PAGE) break
    beyond = page.at(-1)?.number
  }
  return { records, unreadable }
}

/** Counted refusals are none: they have no action. */
function isRequest({ type }: AuditRow): boolean {
  return type.startsWith('request.') && type !== 'request.refused'
}
