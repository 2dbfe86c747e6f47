import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type BreakGlassRequest = Records['BreakGlassRequest']
export type OriginalValue = Records['OriginalValue']
export type EntityType = BreakGlassRequest['entity_types'][number]

const PAGE = '50'
/** A request lives for minutes, and no event tells of it. */
const POLL_MS = 3_000

/** Requests of the tenant, the newest first, in pages; drills only, or none of them. */
export function breakGlassQuery(isDrill: boolean) {
  return infiniteQueryOptions({
    queryKey: ['break-glass', 'list', isDrill],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, drill: isDrill ? 'true' : 'false', ...(pageParam && { cursor: pageParam }) } as const
      return dataOf(admin.GET('/admin/break-glass', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_MS,
  })
}

/**
 * One request among the newest 100 of its kind; `null` where it is not among them. The API lists requests and shows
 * none by itself, and of a tenant 100 may wait or be open.
 */
export function breakGlassRequestQuery(id: string) {
  return queryOptions({
    queryKey: ['break-glass', 'request', id],
    queryFn: async ({ signal }): Promise<BreakGlassRequest | null> => {
      for (const drill of ['false', 'true'] as const) {
        const query = { limit: '100', drill }
        const { data } = await dataOf(admin.GET('/admin/break-glass', { params: { query }, signal }))
        const found = data.find((request) => request.id === id)
        if (found !== undefined) return found
      }
      return null
    },
    refetchInterval: ({ state }) => (isAlive(state.data) ? POLL_MS : false),
  })
}

function isAlive(request: BreakGlassRequest | null | undefined): boolean {
  return request?.state === 'waiting' || request?.state === 'open'
}

/**
 * The original values behind the tokens of a session, in pages. Each page is a critical record of the audit trail, so
 * none is asked for but by a person who wants it, and nothing is kept when the screen is left.
 */
export function originalValuesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['break-glass', 'one', id, 'values'],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        admin.GET('/admin/break-glass/{id}/mappings', {
          params: { path: { id }, query: pageParam === '' ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
    retry: false,
  })
}

/** What the first key is turned for. */
export type BreakGlassOpening = Records['BreakGlassOpening']

/** Turns the first key. */
export async function openBreakGlass(opening: BreakGlassOpening): Promise<BreakGlassRequest> {
  return await dataOf(admin.POST('/admin/break-glass', { body: opening }))
}

/** Turns the second key, or ends a request. */
export async function actOnBreakGlass(
  act: 'confirm' | 'revoke',
  id: string,
  reason: string,
): Promise<BreakGlassRequest> {
  const params = { path: { id } }
  const body = { reason }
  return await dataOf(
    act === 'confirm'
      ? admin.POST('/admin/break-glass/{id}/confirm', { params, body })
      : admin.POST('/admin/break-glass/{id}/revoke', { params, body }),
  )
}
