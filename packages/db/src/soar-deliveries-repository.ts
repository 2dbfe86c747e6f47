import { SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from './drizzle.ts'
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
  /** Lets the dead ones of a tenant be sent again, the newest first, `limit` at most. Returns how many. */
  sendAllAgain(tenant: string, limit: number): Promise<number>
  /** How many of a tenant's are in a state; 10,000 stands for that many or more. */
  count(tenant: string, state: SoarDelivery['state']): Promise<number>
}

const MAX_PAGE = 100
/** More than this are not counted. */
const MAX_COUNTED = 10_000

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
          .set(ANEW)
          .where(and(eq(tenant, wantedTenant), eq(id, wanted), inArray(state, ['dead', 'delivered'])))
          .returning({ id })
        return rows.length > 0
      }),
    sendAllAgain: (wanted, limit) => attempt(() => sendAllAgain(orm, wanted, limit)),
    count: (wanted, meant) => attempt(() => countIn(orm, wanted, meant)),
  }
}

/** A delivery that is to be tried as often as a new one. */
const ANEW = { state: 'pending', attempts: 0, queuedAt: null } as const

async function sendAllAgain(orm: Database['orm'], tenant: string, limit: number): Promise<number> {
  const { id, state, createdAt } = soarDeliveries
  const dead = orm
    .select({ id })
    .from(soarDeliveries)
    .where(and(eq(soarDeliveries.tenant, tenant), eq(state, 'dead')))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  const rows = await orm
    .update(soarDeliveries)
    .set(ANEW)
    .where(and(inArray(id, dead), eq(state, 'dead')))
    .returning({ id })
  return rows.length
}

async function countIn(orm: Database['orm'], tenant: string, meant: SoarDelivery['state']): Promise<number> {
  const { state } = soarDeliveries
  const some = orm
    .select({ one: sql`1` })
    .from(soarDeliveries)
    .where(and(eq(soarDeliveries.tenant, tenant), eq(state, meant)))
    .limit(MAX_COUNTED)
    .as('some')
  const [counted] = await orm.select({ deliveries: count() }).from(some)
  return counted?.deliveries ?? 0
}

function toDelivery(row: typeof soarDeliveries.$inferSelect): SoarDelivery {
  const { queuedAt: _queuedAt, lastStatus, deliveredAt, ...rest } = row
  return { ...rest, lastStatus: lastStatus ?? undefined, deliveredAt: deliveredAt ?? undefined }
}
