import { bigint, customType, index, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The proofs of records: those that were made, and those that are to be. A record without a row can get one. */
export const evidenceProofs = pgTable(
  'evidence_proofs',
  {
    /** That of the record in the audit trail. */
    number: bigint({ mode: 'number' }).notNull(),
    /** The record's own time, so that the trail is asked for one partition only. */
    at: at('at').notNull(),
    tenant: text().notNull(),
    state: text({ enum: ['due', 'proved', 'failed'] }).notNull(),
    /** When the proof was asked for. */
    dueAt: at('due_at').notNull(),
    /** When the queue was last given it; null where that is to be done. */
    queuedAt: at('queued_at'),
    attempts: smallint().notNull().default(0),
    proof: bytea(),
    /** Why no proof can be made. */
    why: text(),
    madeAt: at('made_at'),
  },
  (table) => [
    primaryKey({ columns: [table.number] }),
    index('evidence_proofs_due').on(table.state, table.dueAt),
    index('evidence_proofs_unqueued').on(table.state, table.queuedAt),
  ],
)
