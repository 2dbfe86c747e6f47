import {
  bigint,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from './drizzle.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * The audit trail: one row for each record of the outbox, numbered in the order in which they were entered. Its
 * migration partitions it by the month of `at`, of which Drizzle knows nothing.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    /** From 1 on, without a gap: the index of the record's leaf in the log, plus 1. */
    number: bigint({ mode: 'number' }).notNull(),
    /** The record's own id: one that is delivered twice, always with the same time, is entered once. */
    id: text().notNull(),
    tenant: text().notNull(),
    /** The number of the record among those of its tenant, from 1 on, without a gap. */
    position: bigint({ mode: 'number' }).notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    type: text().notNull(),
    severity: smallint().notNull(),
    sub: text(),
    actor: text(),
    sessionId: bigint('session_id', { mode: 'number' }),
    /** The number of the record's first event among those of its session. */
    sequence: bigint({ mode: 'number' }),
    requestId: text('request_id'),
    code: text(),
    layers: text().array().notNull(),
    policyIds: text('policy_ids').array().notNull(),
    /** Null once the record was erased, and so is the salt. */
    record: jsonb(),
    /** 32 random bytes, without which nobody can tell whether a record is the one that was committed to. */
    salt: bytea(),
    /** The record's entry in the log, 32 bytes. */
    commitment: bytea().notNull(),
    /** The public part of the record that the entry commits to apart; null for rows from before there was any. */
    evidence: text(),
    /** SHA-256 of salt and record: what the entry commits to beside the evidence. */
    recordDigest: bytea('record_digest'),
    /** The id of the record of the erasure, once the record was erased. */
    erasedBy: text('erased_by'),
  },
  (table) => [
    primaryKey({ name: 'audit_events_number', columns: [table.number, table.at] }),
    uniqueIndex('audit_events_id').on(table.id, table.at),
    index('audit_events_tenant').on(table.tenant, table.number),
    index('audit_events_at').on(table.tenant, table.at),
    index('audit_events_sub').on(table.tenant, table.sub, table.number),
    // Events that are passed on at once are few, and looked for every second.
    index('audit_events_grave').on(table.number).where(sql`${table.severity} >= 7`),
    index('audit_events_request').on(table.tenant, table.requestId),
    index('audit_events_position').on(table.tenant, table.position),
    index('audit_events_session').on(table.tenant, table.sessionId, table.number),
  ],
)

/** How far each receiver of events has got. */
export const siemReceivers = pgTable('siem_receivers', {
  /** The address of the receiver. */
  receiver: text().primaryKey(),
  /** The number of the last grave event that was sent. */
  graveUpTo: bigint('grave_up_to', { mode: 'number' }).notNull(),
  /** Every other event up to this number was sent. */
  othersUpTo: bigint('others_up_to', { mode: 'number' }).notNull(),
  /** When the last batch of the others was sent. */
  batchSentAt: timestamp('batch_sent_at', { withTimezone: true, precision: 3 }).notNull(),
})

/** Records whose events a receiver refuses for good. They stay in the trail, and can be sent again. */
export const siemDeadLetters = pgTable(
  'siem_dead_letters',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    /** The address of the receiver, as `siem_receivers` has it. */
    receiver: text().notNull(),
    /** Of the record in the trail. */
    number: bigint({ mode: 'number' }).notNull(),
    recordId: text('record_id').notNull(),
    type: text().notNull(),
    /** The status that the receiver refused it with last. */
    status: smallint().notNull(),
    state: text({ enum: ['dead', 'pending', 'delivered'] }).notNull(),
    /** When it was refused last, or taken. */
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    uniqueIndex('siem_dead_letters_record').on(table.receiver, table.number),
    index('siem_dead_letters_tenant').on(table.tenant, table.number, table.id),
    // Those that somebody wants sent again are few, and looked for every second.
    index('siem_dead_letters_pending').on(table.receiver, table.number).where(sql`${table.state} = 'pending'`),
  ],
)

/** How many requests there were, and how they ended, in each five minutes: for overviews that read no trail. */
export const requestCounts = pgTable(
  'request_counts',
  {
    tenant: text().notNull(),
    /** The beginning of the five minutes. */
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    outcome: text().notNull(),
    /** The layer that has decided it; empty where none has. */
    layer: text().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.at, table.outcome, table.layer] }),
    index('request_counts_at').on(table.at),
  ],
)
