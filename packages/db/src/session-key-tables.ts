import { bigint, index, pgTable, primaryKey, sql, text, timestamp } from './drizzle.ts'

/** The keys of sessions, apart from what the sessions store: without its key nothing of a session can be opened. */
export const sessionKeys = pgTable(
  'session_keys',
  {
    tenant: text().notNull(),
    sub: text().notNull(),
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    /** Sealed with a data key. Null once it was destroyed: the session never gets another one. */
    sealed: text(),
    /** The id of the record of the erasure that destroyed it. */
    erasedBy: text('erased_by'),
    /** Nothing that was sealed with it is kept any longer, but for what a hold or an approval keeps. */
    expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.sub, table.sessionId] }),
    index('session_keys_expires').on(table.expiresAt),
    index('session_keys_session').on(table.sessionId),
    index('session_keys_erased').on(table.expiresAt).where(sql`${table.erasedBy} is not null`),
  ],
)
