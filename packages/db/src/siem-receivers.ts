import { and, asc, eq, gt, gte, lt, lte, max } from 'drizzle-orm'
import { auditEvents, siemReceivers } from './audit-tables.ts'
import { type AuditRow, toRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'

/** How far a receiver has got. */
export interface SiemProgress {
  /** The number of the last grave event that was sent. */
  readonly graveUpTo: number
  /** Every other event up to this number was sent. */
  readonly othersUpTo: number
  readonly batchSentAt: Date
}

/** Which events, of all tenants: those beyond a number and up to another. */
interface SiemSelection {
  readonly are: 'grave' | 'others'
  readonly beyond: number
  readonly upTo: number
  readonly limit: number
}

/** One receiver while nobody else sends to it. */
export interface SiemTurn {
  readonly progress: SiemProgress
  /** The number of the newest event; 0 without any. */
  readonly newest: number
  /** In the order of their numbers. */
  events(selection: SiemSelection): Promise<AuditRow[]>
}

/** Who has been sent what. Methods throw `dependency_unavailable` where PostgreSQL fails. */
interface SiemReceivers {
  /**
   * Lets one process at a time send to a receiver, and keeps what `send` says that was sent. A receiver that is new
   * begins with the events to come. False where another process is at it. Where `send` rejects, nothing is kept.
   */
  takeTurn(receiver: string, now: Date, send: (turn: SiemTurn) => Promise<SiemProgress>): Promise<boolean>
}

/** From this severity on an event is passed on at once. */
const GRAVE = 7

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

export function createSiemReceivers({ orm }: Pick<Database, 'orm'>): SiemReceivers {
  return {
    takeTurn: (receiver, now, send) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          const newest = await newestNumber(transaction)
          await transaction
            .insert(siemReceivers)
            .values({ receiver, graveUpTo: newest, othersUpTo: newest, batchSentAt: now })
            .onConflictDoNothing()
          const isReceiver = eq(siemReceivers.receiver, receiver)
          const [progress] = await transaction
            .select()
            .from(siemReceivers)
            .where(isReceiver)
            .for('update', { skipLocked: true })
          if (progress === undefined) return false
          const events = (selection: SiemSelection) => selectEvents(transaction, selection)
          await transaction
            .update(siemReceivers)
            .set(await send({ progress, newest, events }))
            .where(isReceiver)
          return true
        }),
      ),
  }
}

async function newestNumber(transaction: Transaction): Promise<number> {
  const [row] = await transaction.select({ number: max(auditEvents.number) }).from(auditEvents)
  return row?.number ?? 0
}

async function selectEvents(
  transaction: Transaction,
  { are, beyond, upTo, limit }: SiemSelection,
): Promise<AuditRow[]> {
  const { number, severity } = auditEvents
  const isMeant = are === 'grave' ? gte(severity, GRAVE) : lt(severity, GRAVE)
  const rows = await transaction
    .select()
    .from(auditEvents)
    .where(and(gt(number, beyond), lte(number, upTo), isMeant))
    .orderBy(asc(number))
    .limit(limit)
  return rows.map(toRow)
}
