import type { Database } from './database.ts'
import { type SQL, sql } from './drizzle.ts'
import { lockSecurityKeys } from './lock-security-keys.ts'

/** A person, or one of their sessions. */
export interface ErasedSubject {
  readonly tenant: string
  readonly sub: string
  readonly sessionId?: number | undefined
}

export interface ErasedContents {
  /** Sessions whose keys were destroyed. */
  readonly keys: number
  /** Held requests, and answers that waited, whose contents were destroyed. */
  readonly approvals: number
}

export type Connection = Pick<Database['orm'], 'execute'>

/** The record of an erasure. */
export interface ErasureRecord {
  readonly erasureId: string
  /**
   * Records the erasure, once it is sure what it destroys and before it is done: the log commits to the record behind
   * all that it destroys, and verifiers ask for that. Where it throws, nothing is destroyed.
   */
  record(): Promise<void>
}

/** The record of an erasure, and the sessions that were ended for it. */
export interface ErasureRef extends ErasureRecord {
  readonly sessions: readonly number[]
}

/** A condition on any table with these columns. */
export function about({ tenant, sub, sessionId }: ErasedSubject): SQL {
  const ofUser = sql`tenant = ${tenant} AND sub = ${sub}`
  return sessionId === undefined ? ofUser : sql`${ofUser} AND session_id = ${sessionId}`
}

/** A session that is found again in an old backup of Redis meets its destroyed key for so long. */
const DESTROYED_KEPT = sql`interval '400 days'`
/** Records are looked for that come so late behind an erasure: a week. */
export const LATE_UNTIL = sql`interval '393 days'`

/**
 * Destroys the keys of sessions and what waits for a human; of a person, the security keys as well. A session whose key
 * is destroyed never gets another one. Of an approval stays who decided what, when and why; of one that has not ended,
 * that it has.
 */
export async function destroyContents(
  connection: Connection,
  subject: ErasedSubject,
  { erasureId, sessions }: Pick<ErasureRef, 'erasureId' | 'sessions'>,
): Promise<ErasedContents> {
  const { tenant, sub } = subject
  const { rowCount: keys } = await connection.execute(sql`
    UPDATE session_keys SET sealed = NULL, erased_by = ${erasureId}, expires_at = now() + ${DESTROYED_KEPT}
    WHERE ${about(subject)} AND sealed IS NOT NULL`)
  // Also those without a key, from before there were any: they get none.
  await connection.execute(sql`
    INSERT INTO session_keys (tenant, sub, session_id, sealed, erased_by, expires_at)
    SELECT ${tenant}, ${sub}, id::bigint, NULL, ${erasureId}, now() + ${DESTROYED_KEPT}
    FROM jsonb_array_elements_text(${JSON.stringify(sessions)}::jsonb) AS id ON CONFLICT DO NOTHING`)
  await connection.execute(sql`
    DELETE FROM approval_contents WHERE approval_id IN (SELECT id FROM approvals WHERE ${about(subject)})`)
  const { rowCount: approvals } = await connection.execute(sql`
    UPDATE approvals SET has_content = false,
      failure = CASE WHEN state = 'started' THEN 'session_not_permitted' ELSE failure END,
      state = CASE WHEN state IN ('pending', 'approved') THEN 'expired' WHEN state = 'started' THEN 'failed' ELSE state END
    WHERE ${about(subject)} AND has_content`)
  if (subject.sessionId === undefined) {
    await connection.execute(sql`UPDATE approvals SET username = '', departments = '{}' WHERE ${about(subject)}`)
    await destroySecurityKeys(connection, subject)
  }
  return { keys: keys ?? 0, approvals: approvals ?? 0 }
}

/** Forgets with which keys the person has confirmed acts. One that is being registered waits, or is erased as well. */
async function destroySecurityKeys(connection: Connection, subject: ErasedSubject): Promise<void> {
  await lockSecurityKeys(connection, subject)
  await connection.execute(sql`DELETE FROM security_keys WHERE ${about(subject)}`)
  await connection.execute(sql`UPDATE console_sessions SET security_key_at = NULL WHERE ${about(subject)}`)
}
