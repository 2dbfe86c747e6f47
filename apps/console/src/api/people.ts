import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

/** A session as far as the role may see it: analysts see ids and states only. */
export type SessionRow = Records['Session'] | Records['SessionState']
export type FreezeState = Records['FreezeState']
export type UserFreeze = Records['UserFreeze']
export type FreezeReport = Records['FreezeReport']

const PAGE = '50'

export interface SessionFilter {
  /** A whole `sub`, user name or e-mail address. */
  readonly user?: string | undefined
  readonly state?: 'active' | 'frozen' | undefined
}

/** Sessions that have not ended, the newest first, in pages. A page may be empty with more to come. */
export function sessionsQuery({ user, state }: SessionFilter) {
  return infiniteQueryOptions({
    queryKey: ['people', 'sessions', user ?? '', state ?? 'any'],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(user && { user }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      }
      return dataOf(admin.GET('/admin/sessions', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** One session; only roles that may view sessions are shown it. */
export function sessionDetailQuery(id: number) {
  return queryOptions({
    queryKey: ['people', 'session', id],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/sessions/{id}', { params: { path: { id } }, signal })),
  })
}

/** Whether a user is frozen, since when, why and by whom. */
export function userFreezeQuery(sub: string) {
  return queryOptions({
    queryKey: ['people', 'user', sub],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/users/{sub}/freeze', { params: { path: { sub } }, signal })),
  })
}

/** A person of the Users store, or one who is frozen without being in it. */
export type Person = Records['Person']

interface PeopleFilter {
  /** What the subject, the name or the e-mail address begins with. */
  readonly search?: string | undefined
  readonly isFrozen?: boolean
}

/** People in the order of their subjects, in pages. That somebody has looked is on record, once a minute. */
export function peopleQuery({ search, isFrozen }: PeopleFilter) {
  return infiniteQueryOptions({
    queryKey: ['people', 'users', search ?? '', isFrozen ?? false],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(search && { search }),
        ...(isFrozen && { frozen: 'true' as const }),
        ...(pageParam && { cursor: pageParam }),
      }
      return dataOf(admin.GET('/admin/users', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** One person. */
export function personQuery(sub: string) {
  return queryOptions({
    queryKey: ['people', 'person', sub],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/users/{sub}', { params: { path: { sub } }, signal })),
  })
}

/** What a freeze or unfreeze is about. */
export type FreezeTarget =
  | { readonly kind: 'user'; readonly sub: string }
  | { readonly kind: 'session'; readonly id: number }

export interface FreezeOrder {
  readonly target: FreezeTarget
  readonly act: 'freeze' | 'unfreeze'
  readonly reason: string
}

/** Freezes or unfreezes; the answer says which gateways have confirmed it. */
export async function orderFreeze({ target, act, reason }: FreezeOrder): Promise<FreezeReport> {
  const body = { reason }
  if (target.kind === 'user') {
    const params = { path: { sub: target.sub } }
    return await dataOf(
      act === 'freeze'
        ? admin.POST('/admin/users/{sub}/freeze', { params, body })
        : admin.POST('/admin/users/{sub}/unfreeze', { params, body }),
    )
  }
  const params = { path: { id: target.id } }
  return await dataOf(
    act === 'freeze'
      ? admin.POST('/admin/sessions/{id}/freeze', { params, body })
      : admin.POST('/admin/sessions/{id}/unfreeze', { params, body }),
  )
}
