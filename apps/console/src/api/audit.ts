import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type AuditEntry = Records['AuditEntry']
export type LogKeys = Records['LogKeys']

const PAGE = '500'
const FOLLOWED = '500'

/** The conditions of a search; every one that is given must hold. */
export interface AuditFilter {
  /** ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly user?: string | undefined
  readonly session?: string | undefined
  readonly type?: string | undefined
  readonly min_severity?: string | undefined
  readonly layer?: string | undefined
  readonly policy_id?: string | undefined
}

/** Entries of the trail, the newest first, in pages. These stay as they are, so none is asked for again by itself. */
export function auditPagesQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'pages', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...given(filter), limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return dataOf(admin.GET('/admin/audit-log', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    // Opening the screen anew begins with the newest.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isFixed: true },
  })
}

/** Asks for the entries with a greater number, the oldest first; `next` is the number to go on from. */
export async function entriesAfter(filter: AuditFilter, after: string, signal: AbortSignal) {
  const query = { ...given(filter), after, limit: FOLLOWED }
  return await dataOf(admin.GET('/admin/audit-log', { params: { query }, signal }))
}

/** One entry; `null` where there is none of this id. */
export function auditEntryQuery(id: string) {
  return queryOptions({
    queryKey: ['audit', 'one', id],
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      const { data } = await dataOf(admin.GET('/admin/audit-log', { params: { query: { id, limit: '1' } }, signal }))
      return data[0] ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The keys of the log and of its witnesses, as this service tells them. */
export const logKeysQuery = queryOptions({
  queryKey: ['audit', 'keys'],
  queryFn: ({ signal }): Promise<LogKeys> => dataOf(admin.GET('/admin/audit-log/keys', { signal })),
})

/** Gets everything that a filter finds, the oldest first; `proof` with what shows that the log has committed to it. */
export async function exportTrail(
  filter: AuditFilter,
  format: 'ndjson' | 'csv' | 'proof',
  signal?: AbortSignal,
): Promise<Blob> {
  const query = { ...given(filter), format }
  return await dataOf(admin.GET('/admin/audit-log', { params: { query }, parseAs: 'blob', ...(signal && { signal }) }))
}

/** Gets one entry with what proves that the log has committed to it. */
export async function exportEntry(id: string): Promise<string> {
  return await dataOf(admin.GET('/admin/audit-log', { params: { query: { id, format: 'proof' } }, parseAs: 'text' }))
}

/** Leaves out conditions that are not there. */
function given(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  )
}
