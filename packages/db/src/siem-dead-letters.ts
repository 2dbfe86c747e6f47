import { SluiceError } from '@sluice/contracts'
import { auditEvents, siemDeadLetters } from './audit-tables.ts'
import { type AuditRow, toRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, count, desc, eq, inArray, sql } from './drizzle.ts'

/** A record whose events a receiver has refused for good, and what has become of it. */
export interface SiemDeadLetter {
  /** A UUID. */
  readonly id: string
  readonly tenant: string
  /** The address of the receiver. */
  readonly receiver: string
  /** Of the record in the trail. */
  readonly number: number
  readonly recordId: string
  readonly type: string
  /** The status that the receiver refused it with last. */
  readonly status: number
  /** `pending` where somebody wants it sent again. */
  readonly state: 'dead' | 'pending' | 'delivered'
  /** When it was refused last, or taken. */
  readonly at: Date
}

interface DeadLetterPage {
  readonly tenant: string
  readonly state?: SiemDeadLetter['state'] | undefined
  /** 1 to 100. */
  readonly limit: number
  /** The id of the last letter of the page before. */
  readonly after?: string | undefined
}

/** What receivers have refused, in PostgreSQL. Every method throws `dependency_unavailable` where it fails. */
export interface SiemDeadLetters {
  /** The newest record first. Throws `invalid_request` for a limit out of range. */
  list(page: DeadLetterPage): Promise<SiemDeadLetter[]>
  find(tenant: string, id: string): Promise<SiemDeadLetter | undefined>
  /** Lets a dead or delivered one of a tenant be sent again. False where the tenant has none such. */
  sendAgain(tenant: string, id: string): Promise<boolean>
  /** How many of a tenant's are dead, by receiver. */
  countDead(tenant: string): Promise<ReadonlyMap<string, number>>
}

/** A letter that is to be sent again, with its record; undefined where retention has taken the record. */
interface WaitingLetter {
  readonly id: string
  readonly row: AuditRow | undefined
}

/** The letters of one receiver, for whoever has the turn to send to it. */
export interface LettersOfReceiver {
  /** Notes that the receiver refuses a record for good. */
  keep(letter: Pick<SiemDeadLetter, 'id' | 'status' | 'at'>, row: AuditRow): Promise<void>
  /** Those that are to be sent again, the oldest record first. */
  waiting(limit: number): Promise<WaitingLetter[]>
  /** Notes what has become of one. */
  settle(
    id: string,
    end: { readonly state: 'delivered' | 'dead'; readonly status?: number; readonly at: Date },
  ): Promise<void>
}

const MAX_PAGE = 100
/** More dead letters than this are not counted. */
const MAX_COUNTED = 10_000
const { id, tenant, receiver, number, state } = siemDeadLetters

export function createSiemDeadLetters({ orm }: Pick<Database, 'orm'>): SiemDeadLetters {
  return {
    list: async (page) => {
      if (!Number.isInteger(page.limit) || page.limit < 1 || page.limit > MAX_PAGE) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const isBeyond =
        page.after === undefined
          ? undefined
          : sql`(${number}, ${id}) < (SELECT number, id FROM siem_dead_letters
              WHERE id = ${page.after} AND tenant = ${page.tenant})`
      const isState = page.state === undefined ? undefined : eq(state, page.state)
      return await attempt(() =>
        orm
          .select()
          .from(siemDeadLetters)
          .where(and(eq(tenant, page.tenant), isState, isBeyond))
          .orderBy(desc(number), desc(id))
          .limit(page.limit),
      )
    },
    find: (wantedTenant, wanted) =>
      attempt(async () => {
        const [row] = await orm
          .select()
          .from(siemDeadLetters)
          .where(and(eq(id, wanted), eq(tenant, wantedTenant)))
        return row
      }),
    sendAgain: (wantedTenant, wanted) =>
      attempt(async () => {
        const rows = await orm
          .update(siemDeadLetters)
          .set({ state: 'pending' })
          .where(and(eq(tenant, wantedTenant), eq(id, wanted), inArray(state, ['dead', 'delivered'])))
          .returning({ id })
        return rows.length > 0
      }),
    countDead: (wanted) =>
      attempt(async () => {
        const dead = orm
          .select({ receiver })
          .from(siemDeadLetters)
          .where(and(eq(tenant, wanted), eq(state, 'dead')))
          .limit(MAX_COUNTED)
          .as('dead')
        const rows = await orm.select({ receiver: dead.receiver, letters: count() }).from(dead).groupBy(dead.receiver)
        return new Map(rows.map((row) => [row.receiver, row.letters]))
      }),
  }
}

/** The letters of a receiver, within the transaction of its turn. */
export function lettersOf(
  connection: Pick<Database['orm'], 'insert' | 'select' | 'update'>,
  of: string,
): LettersOfReceiver {
  return {
    keep: async (letter, row) => {
      const about = { tenant: row.tenant, receiver: of, number: row.number, recordId: row.id, type: row.type }
      const refused = { state: 'dead', status: letter.status, at: letter.at } as const
      await connection
        .insert(siemDeadLetters)
        .values({ id: letter.id, ...about, ...refused })
        .onConflictDoUpdate({ target: [receiver, number], set: refused })
    },
    waiting: async (limit) => {
      const rows = await connection
        .select({ id, row: auditEvents })
        .from(siemDeadLetters)
        .leftJoin(auditEvents, eq(auditEvents.number, number))
        .where(and(eq(receiver, of), eq(state, 'pending')))
        .orderBy(asc(number))
        .limit(limit)
      return rows.map((found) => ({ id: found.id, row: found.row === null ? undefined : toRow(found.row) }))
    },
    settle: async (wanted, end) => {
      await connection.update(siemDeadLetters).set(end).where(eq(id, wanted))
    },
  }
}
