import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type Approval = Records['Approval']
export type ApprovalWithContent = Records['ApprovalWithContent']
export type ApprovalState = Approval['state']

const PAGE = '50'

/** The newest requests that wait, one page. */
export const pendingApprovalsQuery = queryOptions({
  queryKey: ['approvals', 'list', 'waiting'],
  queryFn: ({ signal }) =>
    dataOf(admin.GET('/admin/approvals', { params: { query: { state: 'pending', limit: '100' } }, signal })),
})

/** Held requests, the newest first, in pages; those in any state without one. */
export function approvalsQuery(state: ApprovalState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['approvals', 'list', 'pages', state ?? 'any'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(state && { state }), ...(pageParam && { cursor: pageParam }) }
      return dataOf(admin.GET('/admin/approvals', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/**
 * One held request with its content. That it was looked at is on record each time, so it is asked for again only when
 * something has happened to it.
 */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }): Promise<ApprovalWithContent> =>
      dataOf(admin.GET('/admin/approvals/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

interface Decision {
  readonly id: string
  readonly decision: 'approve' | 'deny'
  readonly comment: string
}

/** Approves or denies a held request. */
export async function decideApproval({ id, decision, comment }: Decision): Promise<Approval> {
  return await dataOf(admin.POST('/admin/approvals/{id}', { params: { path: { id } }, body: { decision, comment } }))
}
