import { queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

/** One's own held request: without names and words of those who decide. */
export type OwnApproval = Records['OwnApproval']

/** No event tells of one's own requests, so they are asked for again while somebody looks. */
const EVERY_MS = 3_000
const OVER: ReadonlySet<OwnApproval['state']> = new Set(['done', 'denied', 'expired'])

/** Whether it waits for nobody any more, unless somebody decides anew on one that failed. */
export function isDecided({ state }: Pick<OwnApproval, 'state'>): boolean {
  return OVER.has(state) || state === 'failed'
}

/** One's own requests that wait for a human, or for the answer that follows; behind them those decided lately. */
export const ownApprovalsQuery = queryOptions({
  queryKey: ['own-approvals', 'list'],
  queryFn: ({ signal }) => dataOf(admin.GET('/console/session/approvals', { signal })),
  refetchInterval: EVERY_MS,
})

/** How one's own held request stands. */
export function ownApprovalQuery(id: string) {
  return queryOptions({
    queryKey: ['own-approvals', 'of', id],
    queryFn: ({ signal }): Promise<OwnApproval> =>
      dataOf(admin.GET('/console/session/approvals/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data !== undefined && OVER.has(data.state) ? false : EVERY_MS),
  })
}
