import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { type SQL, sql } from './drizzle.ts'
import { lockTrail } from './enter-records.ts'
import {
  about,
  type Connection,
  destroyContents,
  type ErasedContents,
  type ErasedSubject,
  type ErasureRecord,
  type ErasureRef,
  LATE_UNTIL,
} from './erase-contents.ts'
import { IS_HELD } from './legal-holds-repository.ts'
import { eraseUsage } from './usage-sums.ts'

interface Erased extends ErasedContents {
  readonly type: 'erased'
  /** Of the trail. */
  readonly rows: number
}

/** A session that was erased, and of which something was entered since. */
export interface LateSession {
  readonly tenant: string
  readonly sessionId: number
  /** The id of the record of the erasure behind which it was entered. */
  readonly behind: string
}

/** What is taken out of the trail. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface AuditRetention {
  /** Whether a legal hold stands on the person, the session, or something recorded about them. */
  isHeld(subject: ErasedSubject): Promise<boolean>
  /**
   * Destroys what was recorded about a person or one of their sessions: record, salt, and what it could be found by.
   * The rows and their entries in the log stay, and the rows name the record of the erasure. Destroys the keys of their
   * sessions and the requests that waited for a human; takes a person out of the sums of usage. `held` where a legal
   * hold stands on them: then nothing is destroyed.
   */
  erase(subject: ErasedSubject, erasure: ErasureRef): Promise<Erased | { readonly type: 'held' }>
  /**
   * Destroys what was entered about erased sessions since they were erased: records were on their way. Each session's
   * has a record of its own, which `begin` makes. Returns how many they were.
   */
  eraseLate(begin: (session: LateSession) => ErasureRecord): Promise<number>
  /**
   * Takes the records of whole months that ended before a time out of the trail, but for those under a legal hold. The
   * log keeps its entries, so that the others can still be proved. Returns how many records it were.
   */
  dropBefore(time: Date): Promise<number>
}

/** Rows that one statement erases: it stays well below the time limit of a statement. */
const ROWS_AT_ONCE = 2_000
const MONTH = /^audit_events_(\d{4})_(\d{2})$/

export function createAuditRetention(database: Pick<Database, 'orm'>): AuditRetention {
  const { orm } = database
  return {
    isHeld: (subject) => attempt(() => isHeld(orm, subject)),
    erase: (subject, erasure) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          // A hold that is being opened is seen, and none is opened until all is erased.
          await transaction.execute(sql`LOCK TABLE legal_holds IN SHARE MODE`)
          if (await isHeld(transaction, subject)) return { type: 'held' }
          const destroyed = await destroyContents(transaction, subject, erasure)
          const rows = await eraseRows(transaction, about(subject), erasure.erasureId)
          if (subject.sessionId === undefined) {
            await lockTrail(transaction)
            await eraseUsage(transaction, subject.tenant, subject.sub)
          }
          await erasure.record()
          return { type: 'erased', rows, ...destroyed }
        }),
      ),
    eraseLate: (begin) => attempt(() => eraseLate(orm, begin)),
    dropBefore: (time) =>
      attempt(async () => {
        const { rows } = await orm.execute<{ name: string }>(
          sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_events'::regclass`,
        )
        const odd = await orm.execute(
          sql`DELETE FROM audit_events_other AS audit_events WHERE at < ${time.toISOString()} AND NOT ${IS_HELD}`,
        )
        let dropped = odd.rowCount ?? 0
        for (const { name } of rows) {
          const [, year, month] = MONTH.exec(name) ?? []
          if (year === undefined || month === undefined) continue
          if (new Date(Date.UTC(Number(year), Number(month))) <= time) dropped += await dropMonth(database, name)
        }
        // A proof without its record shows nothing.
        await orm.execute(sql`
          DELETE FROM evidence_proofs WHERE at < ${time.toISOString()} AND NOT EXISTS (
            SELECT 1 FROM audit_events
            WHERE audit_events.number = evidence_proofs.number AND audit_events.at = evidence_proofs.at)`)
        await orm.execute(sql`DELETE FROM evidence_challenges WHERE answer_by < ${time.toISOString()}`)
        return dropped
      }),
  }
}

/** What remains tells that there was a record, when, of which kind, and in which session: that evidence tells, too. */
async function eraseRows(connection: Connection, which: SQL, erasureId: string): Promise<number> {
  let erased = 0
  for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; erased += some) {
    const { rowCount } = await connection.execute(sql`
      UPDATE audit_events SET record = NULL, salt = NULL, sub = NULL, actor = NULL, request_id = NULL, code = NULL,
        erased_by = ${erasureId}
      WHERE (number, at) IN (SELECT number, at FROM audit_events WHERE ${which} LIMIT ${ROWS_AT_ONCE})`)
    some = rowCount ?? 0
  }
  return erased
}

async function eraseLate(orm: Database['orm'], begin: (session: LateSession) => ErasureRecord): Promise<number> {
  const { rows } = await orm.execute<{ tenant: string; sub: string; session_id: string; erased_by: string }>(sql`
    SELECT tenant, sub, session_id, erased_by FROM session_keys AS key
    WHERE erased_by IS NOT NULL AND expires_at > now() + ${LATE_UNTIL}
      AND EXISTS (SELECT 1 FROM audit_events WHERE audit_events.tenant = key.tenant
        AND audit_events.sub = key.sub AND audit_events.session_id = key.session_id AND NOT ${IS_HELD})`)
  let erased = 0
  for (const { tenant, sub, session_id: id, erased_by: behind } of rows) {
    const sessionId = Number(id)
    erased += await orm.transaction(async (transaction) => {
      const { erasureId, record } = begin({ tenant, sessionId, behind })
      const which = sql`${about({ tenant, sub, sessionId })} AND NOT ${IS_HELD}`
      const some = await eraseRows(transaction, which, erasureId)
      // Another process may have been here first.
      if (some > 0) await record()
      return some
    })
  }
  return erased
}

async function dropMonth({ orm }: Pick<Database, 'orm'>, name: string): Promise<number> {
  return await orm.transaction(async (transaction) => {
    // Nothing is opened on a row while it goes.
    await transaction.execute(sql`LOCK TABLE legal_holds IN SHARE MODE`)
    const { rows } = await transaction.execute<{ all: string; held: string }>(sql`
      SELECT count(*)::text AS all, count(*) FILTER (WHERE ${IS_HELD})::text AS held
      FROM ${sql.identifier(name)} AS audit_events`)
    const [all, held] = [Number(rows[0]?.all), Number(rows[0]?.held)]
    if (held === 0) await transaction.execute(sql`DROP TABLE ${sql.identifier(name)}`)
    else await transaction.execute(sql`DELETE FROM ${sql.identifier(name)} AS audit_events WHERE NOT ${IS_HELD}`)
    return all - held
  })
}

async function isHeld(connection: Connection, subject: ErasedSubject): Promise<boolean> {
  const { tenant, sub, sessionId } = subject
  const { rows } = await connection.execute<{ held: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM audit_events WHERE ${about(subject)} AND ${IS_HELD})
      OR EXISTS (
        SELECT 1 FROM legal_holds WHERE released_at IS NULL AND tenant = ${tenant}
          AND (sub = ${sub} OR session_id = ${sessionId ?? null} OR session_id IN (
            SELECT session_id FROM session_keys WHERE ${about(subject)}))) AS held`)
  return rows[0]?.held === true
}
