import { queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type Endpoint = Records['Endpoint']
export type AnswerCache = Records['AnswerCache']

/** Gateways say how endpoints do every five seconds. */
const EVERY_MS = 5_000

/** Which endpoint may see what, and how each does at each gateway; fetched again for as long as somebody looks. */
export const endpointsQuery = queryOptions({
  queryKey: ['endpoints', 'list'],
  queryFn: ({ signal }) => dataOf(admin.GET('/admin/endpoints', { signal })),
  refetchInterval: EVERY_MS,
})

/** How answers are remembered, and how much room they take. */
export const cacheQuery = queryOptions({
  queryKey: ['endpoints', 'cache'],
  queryFn: ({ signal }) => dataOf(admin.GET('/admin/cache', { signal })),
  refetchInterval: EVERY_MS,
})

interface ForgetOrder {
  /** The subject of a user; the whole tenant without it. */
  readonly user: string | undefined
  readonly reason: string
}

/** Has the remembered answers of a user, or of the tenant, forgotten. */
export async function forgetAnswers({ user, reason }: ForgetOrder): Promise<void> {
  await dataOf(admin.POST('/admin/cache/forget', { body: { reason, ...(user && { user }) } }))
}
