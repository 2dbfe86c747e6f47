import { bigint, index, pgTable, text, timestamp, uuid } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Whose records must be kept, whatever retention and erasure say. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    /** Of this user, or of this session. */
    sub: text(),
    sessionId: bigint('session_id', { mode: 'number' }),
    reason: text().notNull(),
    openedBy: text('opened_by').notNull(),
    openedAt: at('opened_at').notNull(),
    releasedBy: text('released_by'),
    releasedAt: at('released_at'),
  },
  (table) => [index('legal_holds_tenant').on(table.tenant, table.openedAt)],
)
