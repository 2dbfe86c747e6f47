import { bigint, customType, index, pgTable, primaryKey, smallint, text, timestamp, uuid } from './drizzle.ts'

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
    /** The end of the time for it, where an auditor has named the record. */
    answerBy: at('answer_by'),
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

/** What auditors have named: records of which each needs a proof, an opening or the record of an erasure, in time. */
export const evidenceChallenges = pgTable(
  'evidence_challenges',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    /** Whether `numbers` are indexes of leaves, or positions among the records of the tenant. */
    by: text({ enum: ['leaf', 'position'] }).notNull(),
    numbers: bigint({ mode: 'number' }).array().notNull(),
    /** What has chosen the numbers, and between which; null where they were named one by one. */
    seed: text(),
    from: bigint('from_number', { mode: 'number' }),
    to: bigint('to_number', { mode: 'number' }),
    /** Of the tree of the published checkpoint when they were named. */
    size: bigint({ mode: 'number' }).notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: at('asked_at').notNull(),
    answerBy: at('answer_by').notNull(),
  },
  (table) => [index('evidence_challenges_tenant').on(table.tenant, table.answerBy)],
)
