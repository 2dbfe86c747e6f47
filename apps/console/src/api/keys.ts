import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type ApiKey = Records['ApiKey']
export type ApiKeyDetail = Records['ApiKeyDetail']
export type NewApiKey = Records['NewApiKey']
export type KeyOrder = Records['ApiKeyOrder']
export type OwnerLimits = Records['OwnerLimits']
export type UserLimits = Records['UserLimits']
export type Spending = UserLimits['spending'][number]
export type Used = UserLimits['used'][number]

const PAGE = '100'
/** What is used changes by itself; that somebody looks is on record once a minute. */
const FRESH_EVERY_MS = 15_000

export interface KeyFilter {
  /** The whole subject of a user or service. */
  readonly owner?: string | undefined
  readonly department?: string | undefined
  readonly state?: ApiKey['state'] | undefined
}

/** API keys that this person may see, the newest first, in pages. A page may hold fewer than asked for. */
export function keysQuery({ owner, department, state }: KeyFilter) {
  return infiniteQueryOptions({
    queryKey: ['keys', 'list', owner ?? '', department ?? '', state ?? 'any'],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(owner && { owner }),
        ...(department && { department }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      }
      return dataOf(admin.GET('/admin/api-keys', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** One key, with what was used with it. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: ['keys', 'key', id],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/api-keys/{id}', { params: { path: { id } }, signal })),
    refetchInterval: FRESH_EVERY_MS,
  })
}

/** Makes a key. The answer holds the key itself, this once. */
export async function createKey(order: KeyOrder): Promise<NewApiKey> {
  return await dataOf(admin.POST('/admin/api-keys', { body: order }))
}

interface LimitsOrder {
  readonly id: string
  readonly order: Records['ApiKeyLimitsOrder']
}

/** Changes the limits of a key; the answer says which gateways go by them. */
export async function changeKeyLimits({ id, order }: LimitsOrder): Promise<Records['ApiKeyLimitsChanged']> {
  return await dataOf(admin.POST('/admin/api-keys/{id}/limits', { params: { path: { id } }, body: order }))
}

interface RevocationOrder {
  readonly id: string
  readonly reason: string
}

/** Revokes a key for good; the answer says which gateways have confirmed it. */
export async function revokeKey({ id, reason }: RevocationOrder): Promise<Records['ApiKeyRevocation']> {
  return await dataOf(admin.POST('/admin/api-keys/{id}/revoke', { params: { path: { id } }, body: { reason } }))
}

/** The limits of the tenant and of departments, as far as this person may read their usage. */
export const limitsQuery = queryOptions({
  queryKey: ['keys', 'limits'],
  queryFn: ({ signal }) => dataOf(admin.GET('/admin/limits', { signal })),
  refetchInterval: FRESH_EVERY_MS,
})

/** The limits that hold for a person, and what the person has used of them. */
export function personLimitsQuery(sub: string) {
  return queryOptions({
    queryKey: ['keys', 'person', sub],
    queryFn: ({ signal }) => dataOf(admin.GET('/admin/users/{sub}/limits', { params: { path: { sub } }, signal })),
    refetchInterval: FRESH_EVERY_MS,
  })
}
