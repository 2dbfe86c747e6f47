import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type SiemReceiver = Records['SiemReceiver']
export type SoarReceiver = Records['SoarReceiver']
/** How the SOAR system does, and what waits for it of the tenant. */
export interface SoarReceivers {
  readonly data: readonly SoarReceiver[]
  readonly pending: number
  readonly dead: number
}
export type DeadLetter = Records['SiemDeadLetter']
export type SoarDelivery = Records['SoarDelivery']
/** The states of a dead letter and of a delivery alike. */
export type SendingState = DeadLetter['state'] & SoarDelivery['state']

const PAGE = '50'
/** Processes say how receivers do every five seconds. */
const EVERY_MS = 5_000
/** A turn of a receiver comes twice a second. */
const PENDING_EVERY_MS = 2_000

/** How each receiver of events does, and what waits for it; fetched again for as long as somebody looks. */
export const siemReceiversQuery = queryOptions({
  queryKey: ['receivers', 'siem'],
  queryFn: ({ signal }) => dataOf(admin.GET('/admin/siem-receivers', { signal })),
  refetchInterval: EVERY_MS,
})

/** The same for the SOAR system. */
export const soarReceiversQuery = queryOptions({
  queryKey: ['receivers', 'soar'],
  queryFn: ({ signal }): Promise<SoarReceivers> => dataOf(admin.GET('/admin/soar-receivers', { signal })),
  refetchInterval: EVERY_MS,
})

/** What receivers of events have refused, the newest first, in pages. */
export function deadLettersQuery(state: SendingState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['sent', 'siem', state ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      dataOf(admin.GET('/admin/siem-dead-letters', { params: { query: pageOf(state, pageParam) }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => whilePending(data),
  })
}

/** What the SOAR system was told, or was to be told, the newest first, in pages. */
export function soarDeliveriesQuery(state: SendingState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['sent', 'soar', state ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      dataOf(admin.GET('/admin/soar-deliveries', { params: { query: pageOf(state, pageParam) }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => whilePending(data),
  })
}

function pageOf(state: SendingState | undefined, cursor: string) {
  return { limit: PAGE, ...(state && { state }), ...(cursor && { cursor }) }
}

/** Reading the lists is on record, so they are fetched by themselves only while something is on its way. */
function whilePending(data: InfiniteData<{ data: readonly { state: SendingState }[] }> | undefined): number | false {
  return data?.pages.some((page) => page.data.some(({ state }) => state === 'pending')) ? PENDING_EVERY_MS : false
}

/** What is to be sent again: one message, or all that are dead. */
export type ResendOrder =
  | { readonly to: 'siem'; readonly id: string }
  | { readonly to: 'siem'; readonly receiverId: string }
  | { readonly to: 'soar'; readonly id: string }
  | { readonly to: 'soar' }

/** Sends again; gives how many will be. */
export async function resend(order: ResendOrder): Promise<number> {
  if (order.to === 'siem' && 'receiverId' in order) {
    const body = { receiver_id: order.receiverId }
    return (await dataOf(admin.POST('/admin/siem-dead-letters/resend', { body }))).letters
  }
  if (!('id' in order)) return (await dataOf(admin.POST('/admin/soar-deliveries/resend'))).deliveries
  const params = { path: { id: order.id } }
  if (order.to === 'siem') await dataOf(admin.POST('/admin/siem-dead-letters/{id}/resend', { params }))
  else await dataOf(admin.POST('/admin/soar-deliveries/{id}/resend', { params }))
  return 1
}
