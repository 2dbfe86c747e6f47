import { auditEvents, siemReceivers } from './audit-tables.ts'
import { type AuditRow, toRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, count, eq, gt, gte, lt, lte, type SQL, sql } from './drizzle.ts'
import { logHead } from './log-tables.ts'
import { type LettersOfReceiver, lettersOf } from './siem-dead-letters.ts'

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
  /** What the receiver has refused. */
  readonly letters: LettersOfReceiver
}

/** How far a receiver is, as a tenant sees it. */
interface SiemBacklog {
  /** Records of the tenant that wait; more than 10,000 are not counted. */
  readonly grave: number
  readonly others: number
  readonly batchSentAt: Date
}

/** Who has been sent what. Methods throw `dependency_unavailable` where PostgreSQL fails. */
export interface SiemReceivers {
  /**
   * Lets one process at a time send to a receiver, and keeps what `send` says that was sent. A receiver that is new
   * begins with the events to come. False where another process is at it. Where `send` rejects, nothing is kept.
   */
  takeTurn(receiver: string, now: Date, send: (turn: SiemTurn) => Promise<SiemProgress>): Promise<boolean>
  /** What waits for a receiver; undefined where nobody has ever sent to it. */
  backlogOf(receiver: string, tenant: string): Promise<SiemBacklog | undefined>
}

/** From this severity on an event is passed on at once. */
const GRAVE = 7
/** More records than this are not counted. */
const MAX_COUNTED = 10_000

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
          const letters = lettersOf(transaction, receiver)
          const sent = await send({ progress, newest, events, letters })
          if (!isSame(progress, sent)) await transaction.update(siemReceivers).set(sent).where(isReceiver)
          return true
        }),
      ),
    backlogOf: (receiver, tenant) =>
      attempt(async () => {
        const [progress] = await orm.select().from(siemReceivers).where(eq(siemReceivers.receiver, receiver))
        if (progress === undefined) return undefined
        const { severity } = auditEvents
        const [grave, others] = await Promise.all([
          countBeyond(orm, tenant, progress.graveUpTo, gte(severity, GRAVE)),
          countBeyond(orm, tenant, progress.othersUpTo, lt(severity, GRAVE)),
        ])
        return { grave, others, batchSentAt: progress.batchSentAt }
      }),
  }
}

/** Counts what stands behind a number in the index of the tenant, or in that of grave events. */
async function countBeyond(orm: Database['orm'], tenant: string, beyond: number, isMeant: SQL): Promise<number> {
  const some = orm
    .select({ one: sql`1` })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenant, tenant), gt(auditEvents.number, beyond), isMeant))
    .limit(MAX_COUNTED)
    .as('some')
  const [counted] = await orm.select({ records: count() }).from(some)
  return counted?.records ?? 0
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
