import { queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type Overview = Records['Overview']
export type OverviewWindow = 'hour' | 'day' | 'fortnight'

/** The service puts the figures together every two seconds; events tell of what is not counted in requests. */
const EVERY_MS = 5_000

/** How everything does, in figures; fetched again for as long as somebody looks. */
export function overviewQuery(window: OverviewWindow) {
  return queryOptions({
    queryKey: ['overview', 'figures', window],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/overview', { params: { query: { window } }, signal })),
    refetchInterval: EVERY_MS,
  })
}

/** Which gateways hold a lease, and how each process does. */
export const servicesQuery = queryOptions({
  queryKey: ['overview', 'services'],
  queryFn: ({ signal }) => dataOf(admin.GET('/admin/services', { signal })),
  refetchInterval: EVERY_MS,
})
