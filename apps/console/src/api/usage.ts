import { queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type UsageRow = Records['UsageRow']

interface UsageOrder {
  /** Days of UTC, `2026-11-01`, both included. */
  readonly from: string
  readonly to: string
  readonly by: 'day' | 'model' | 'user' | 'department' | 'key' | 'endpoint'
}

/** What answers have cost in a time, added up by one thing. */
export function usageQuery({ from, to, by }: UsageOrder) {
  return queryOptions({
    queryKey: ['overview', 'usage', from, to, by],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/usage', { params: { query: { from, to, by } }, signal })),
  })
}
