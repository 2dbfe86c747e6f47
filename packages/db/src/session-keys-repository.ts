import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, eq, sql } from './drizzle.ts'
import { sessionKeys } from './session-key-tables.ts'

/** Whose key it is. */
export interface SessionKeyRef {
  readonly tenant: string
  readonly sub: string
  readonly sessionId: number
}

/** Sealed keys of sessions in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface SessionKeysRepository {
  /**
   * Returns the key of a session: the one that is offered where it has none yet. Undefined where it was destroyed.
   *
   * @param expiresAt when nothing that is sealed with it now is kept any more; the latest counts.
   */
  findOrKeep(ref: SessionKeyRef, offered: string, expiresAt: Date): Promise<string | undefined>
  /** Undefined where the session has none, or it was destroyed. */
  find(ref: SessionKeyRef): Promise<string | undefined>
  /** Whose session it is, as far as it ever had a key that is not dropped. */
  subjectOf(tenant: string, sessionId: number): Promise<string | undefined>
  /** Drops keys that expired before a time, but for those of sessions under a hold or with a request that waits. */
  dropBefore(time: Date): Promise<number>
}

/** A statement drops so many: it stays well below the time limit of a statement. */
const ROWS_AT_ONCE = 5_000

export function createSessionKeysRepository({ orm }: Pick<Database, 'orm'>): SessionKeysRepository {
  const ofSession = ({ tenant, sub, sessionId }: SessionKeyRef) =>
    and(eq(sessionKeys.tenant, tenant), eq(sessionKeys.sub, sub), eq(sessionKeys.sessionId, sessionId))
  return {
    findOrKeep: (ref, sealed, expiresAt) =>
      attempt(async () => {
        const later = sql`GREATEST(${sessionKeys.expiresAt}, excluded.expires_at)`
        const [row] = await orm
          .insert(sessionKeys)
          .values({ ...ref, sealed, expiresAt })
          .onConflictDoUpdate({
            target: [sessionKeys.tenant, sessionKeys.sub, sessionKeys.sessionId],
            set: { expiresAt: later },
          })
          .returning({ sealed: sessionKeys.sealed })
        return row?.sealed ?? undefined
      }),
    find: (ref) =>
      attempt(async () => {
        const [row] = await orm.select({ sealed: sessionKeys.sealed }).from(sessionKeys).where(ofSession(ref))
        return row?.sealed ?? undefined
      }),
    subjectOf: (tenant, sessionId) =>
      attempt(async () => {
        const [row] = await orm
          .select({ sub: sessionKeys.sub })
          .from(sessionKeys)
          .where(and(eq(sessionKeys.tenant, tenant), eq(sessionKeys.sessionId, sessionId)))
          .limit(1)
        return row?.sub
      }),
    dropBefore: (time) =>
      attempt(async () => {
        let dropped = 0
        for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; dropped += some) {
          const { rowCount } = await orm.execute(sql`
            DELETE FROM session_keys WHERE (tenant, sub, session_id) IN (
              SELECT tenant, sub, session_id FROM session_keys AS key
              WHERE expires_at < ${time.toISOString()}
                AND NOT EXISTS (
                  SELECT 1 FROM legal_holds AS hold WHERE hold.released_at IS NULL AND hold.tenant = key.tenant
                    AND (hold.sub = key.sub OR hold.session_id = key.session_id))
                AND NOT EXISTS (
                  SELECT 1 FROM approvals WHERE approvals.has_content AND approvals.tenant = key.tenant
                    AND approvals.sub = key.sub AND approvals.session_id = key.session_id)
              LIMIT ${ROWS_AT_ONCE})`)
          some = rowCount ?? 0
        }
        return dropped
      }),
  }
}
