import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { sql } from './drizzle.ts'
import { lockTrail } from './enter-records.ts'
import { IS_HELD } from './legal-holds-repository.ts'
import { eraseUsage } from './usage-sums.ts'

/** What is taken out of the trail. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface AuditRetention {
  /**
   * Destroys what was recorded about a person: record, salt, and what it could be found by. The rows and their entries
   * in the log stay, and the rows name the record of the erasure. Takes the person out of the sums of usage. Returns
   * how many rows it were; `held` where a legal hold stands on one of them: then nothing is destroyed.
   */
  erase(
    tenant: string,
    sub: string,
    erasureId: string,
  ): Promise<{ readonly type: 'erased'; readonly rows: number } | { readonly type: 'held' }>
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
    erase: (tenant, sub, erasureId) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          // A hold that is being opened is seen, and none is opened until all is erased.
          await transaction.execute(sql`LOCK TABLE legal_holds IN SHARE MODE`)
          const { rows } = await transaction.execute<{ held: boolean }>(
            sql`SELECT EXISTS (SELECT 1 FROM audit_events WHERE tenant = ${tenant} AND sub = ${sub} AND ${IS_HELD}) AS held`,
          )
          if (rows[0]?.held === true) return { type: 'held' }
          let erased = 0
          for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; erased += some)
            some = await eraseSome(transaction, tenant, sub, erasureId)
          await lockTrail(transaction)
          await eraseUsage(transaction, tenant, sub)
          return { type: 'erased', rows: erased }
        }),
      ),
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
async function eraseSome(
  connection: Pick<Database['orm'], 'execute'>,
  tenant: string,
  sub: string,
  erasureId: string,
): Promise<number> {
  const { rowCount } = await connection.execute(sql`
    UPDATE audit_events SET record = NULL, salt = NULL, sub = NULL, actor = NULL, request_id = NULL, code = NULL,
      erased_by = ${erasureId}
    WHERE (number, at) IN (
      SELECT number, at FROM audit_events WHERE tenant = ${tenant} AND sub = ${sub} LIMIT ${ROWS_AT_ONCE})`)
  return rowCount ?? 0
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
