import { and, asc, eq, gt, gte, lt, lte } from 'drizzle-orm'
import { auditEvents, siemReceivers } from './audit-tables.ts'
import { type AuditRow, toRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { logHead } from './log-tables.ts'

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
          const isReceiver = eq(siemReceivers.receiver, receiver)
          const lock = () =>
            transaction.select().from(siemReceivers).where(isReceiver).for('update', { skipLocked: true })
          let [progress] = await lock()
          if (progress === undefined) {
            const begin = await newestNumber(transaction)
            await transaction
              .insert(siemReceivers)
              .values({ receiver, graveUpTo: begin, othersUpTo: begin, batchSentAt: now })
              .onConflictDoNothing()
            ;[progress] = await lock()
          }
          if (progress === undefined) return false
          // After the lock: what was the newest before it may be older than what another process has sent meanwhile.
          const newest = await newestNumber(transaction)
          const events = (selection: SiemSelection) => selectEvents(transaction, selection)
          const sent = await send({ progress, newest, events })
          if (!isSame(progress, sent)) await transaction.update(siemReceivers).set(sent).where(isReceiver)
          return true
        }),
      ),
  }
}

/** Numbers have no gaps, so the newest is as many as there are. */
async function newestNumber(transaction: Transaction): Promise<number> {
  const [head] = await transaction.select({ size: logHead.size }).from(logHead)
  return head?.size ?? 0
}

function isSame(one: SiemProgress, other: SiemProgress): boolean {
  return (
    one.graveUpTo === other.graveUpTo &&
    one.othersUpTo === other.othersUpTo &&
    one.batchSentAt.getTime() === other.batchSentAt.getTime()
  )
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
