import { SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from './drizzle.ts'
import { soarDeliveries } from './soar-delivery-tables.ts'

/** One message for the webhook of a SOAR system, and what has become of it. */
export interface SoarDelivery {
  readonly id: string
  readonly tenant: string
  readonly type: string
  readonly body: unknown
  /** `dead` once it was given up; it can be sent again. */
  readonly state: 'pending' | 'delivered' | 'dead'
  readonly attempts: number
  /** What the last attempt was answered with. */
  readonly lastStatus: number | undefined
  readonly createdAt: Date
  readonly deliveredAt: Date | undefined
}

interface DeliveryPage {
  readonly tenant: string
  readonly state?: SoarDelivery['state'] | undefined
  /** 1 to 100. */
  readonly limit: number
  /** The id of the last delivery of the page before. */
  readonly after?: string | undefined
}

/** Deliveries in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface SoarDeliveriesRepository {
  /** Keeps a message once, however often it is handed over. */
  add(delivery: Pick<SoarDelivery, 'id' | 'tenant' | 'type' | 'body' | 'createdAt'>): Promise<void>
  find(id: string): Promise<SoarDelivery | undefined>
  /** The newest first. Throws `invalid_request` for a limit out of range. */
  list(page: DeliveryPage): Promise<SoarDelivery[]>
  /** The ids of pending ones that no queue has been given since a time, the oldest first, at most 100. */
  unqueuedSince(time: Date): Promise<string[]>
  /** Notes that the queue has one. */
  markQueued(id: string, at: Date): Promise<void>
  /** Notes how an attempt ended: `pending` where it will be tried again. */
  note(id: string, attempt: Pick<SoarDelivery, 'state' | 'lastStatus'> & { readonly at: Date }): Promise<void>
  /** Lets a dead or delivered one of a tenant be sent again. False where the tenant has none such. */
  sendAgain(tenant: string, id: string): Promise<boolean>
}

const MAX_PAGE = 100

export function createSoarDeliveriesRepository({ orm }: Pick<Database, 'orm'>): SoarDeliveriesRepository {
  const { id, tenant, state, createdAt, queuedAt, attempts } = soarDeliveries
  return {
    add: (delivery) =>
      attempt(async () => {
        await orm
          .insert(soarDeliveries)
          .values({ ...delivery, state: 'pending', attempts: 0 })
          .onConflictDoNothing()
      }),
    find: (wanted) =>
      attempt(async () => {
        const [row] = await orm.select().from(soarDeliveries).where(eq(id, wanted))
        return row && toDelivery(row)
      }),
    list: async (page) => {
      if (!Number.isInteger(page.limit) || page.limit < 1 || page.limit > MAX_PAGE) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const isBeyond =
        page.after === undefined
          ? undefined
          : sql`(${createdAt}, ${id}) < (SELECT created_at, id FROM soar_deliveries
              WHERE id = ${page.after} AND tenant = ${page.tenant})`
      const isState = page.state === undefined ? undefined : eq(state, page.state)
      const rows = await attempt(() =>
        orm
          .select()
          .from(soarDeliveries)
          .where(and(eq(tenant, page.tenant), isState, isBeyond))
          .orderBy(desc(createdAt), desc(id))
          .limit(page.limit),
      )
      return rows.map(toDelivery)
    },
    unqueuedSince: (time) =>
      attempt(async () => {
        const rows = await orm
          .select({ id })
          .from(soarDeliveries)
          .where(and(eq(state, 'pending'), or(isNull(queuedAt), lt(queuedAt, time))))
          .orderBy(asc(createdAt))
          .limit(MAX_PAGE)
        return rows.map((row) => row.id)
      }),
    markQueued: (wanted, at) =>
      attempt(async () => void (await orm.update(soarDeliveries).set({ queuedAt: at }).where(eq(id, wanted)))),
    note: (wanted, { state: next, lastStatus, at }) =>
      attempt(async () => {
        await orm
          .update(soarDeliveries)
          .set({
            ...{ state: next, attempts: sql`${attempts} + 1`, lastStatus: lastStatus ?? null },
            ...(next === 'delivered' ? { deliveredAt: at } : {}),
          })
          .where(eq(id, wanted))
      }),
    sendAgain: (wantedTenant, wanted) =>
      attempt(async () => {
        const rows = await orm
          .update(soarDeliveries)
          .set({ state: 'pending', attempts: 0, queuedAt: null })
          .where(and(eq(tenant, wantedTenant), eq(id, wanted), inArray(state, ['dead', 'delivered'])))
          .returning({ id })
        return rows.length > 0
      }),
  }
}

function toDelivery(row: typeof soarDeliveries.$inferSelect): SoarDelivery {
  const { queuedAt: _queuedAt, lastStatus, deliveredAt, ...rest } = row
  return { ...rest, lastStatus: lastStatus ?? undefined, deliveredAt: deliveredAt ?? undefined }
}
