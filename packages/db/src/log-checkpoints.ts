import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { eq, sql } from './drizzle.ts'
import { logCheckpoints, logHead } from './log-tables.ts'

/** A checkpoint as a signed note. */
export interface StoredCheckpoint {
  readonly size: number
  readonly note: string
  readonly signedAt: Date
}

/** The checkpoints of the log. Methods throw `dependency_unavailable` where PostgreSQL fails. */
export interface LogCheckpoints {
  /** How many entries the log has. */
  size(): Promise<number>
  /** The newest that the log has signed, or the newest that enough witnesses have cosigned. */
  find(kind: 'signed' | 'published'): Promise<StoredCheckpoint | undefined>
  /**
   * Lets one process at a time sign, and keeps what `sign` gives, if anything. False where another process is at it.
   * The log never signs a smaller tree than it has signed before.
   */
  takeTurn(sign: () => Promise<StoredCheckpoint | undefined>): Promise<boolean>
  /** Publishes a checkpoint, unless a larger one was published meanwhile. */
  publish(checkpoint: StoredCheckpoint): Promise<void>
}

/** The letters `signs` as a number: the advisory lock of whoever signs. */
const LOCK = 0x73_69_67_6e_73

export function createLogCheckpoints({ orm }: Pick<Database, 'orm'>): LogCheckpoints {
  const keep = (connection: Pick<Database['orm'], 'insert'>, kind: 'signed' | 'published', kept: StoredCheckpoint) =>
    connection
      .insert(logCheckpoints)
      .values({ kind, ...kept })
      .onConflictDoUpdate({
        target: logCheckpoints.kind,
        set: { size: kept.size, note: kept.note, signedAt: kept.signedAt },
        setWhere: sql`${logCheckpoints.size} <= excluded.size`,
      })
  return {
    size: () =>
      attempt(async () => {
        const [head] = await orm.select({ size: logHead.size }).from(logHead)
        return head?.size ?? 0
      }),
    find: (kind) =>
      attempt(async () => {
        const [row] = await orm.select().from(logCheckpoints).where(eq(logCheckpoints.kind, kind))
        return row && { size: row.size, note: row.note, signedAt: row.signedAt }
      }),
    takeTurn: (sign) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          const { rows } = await transaction.execute<{ got: boolean }>(
            sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS got`,
          )
          if (rows[0]?.got !== true) return false
          const signed = await sign()
          if (signed !== undefined) await keep(transaction, 'signed', signed)
          return true
        }),
      ),
    publish: (checkpoint) => attempt(async () => void (await keep(orm, 'published', checkpoint))),
  }
}
