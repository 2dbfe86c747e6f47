import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

/** The audit trail: one row for each record of the outbox, numbered in the order in which they were entered. */
export const auditEvents = pgTable(
  'audit_events',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The event's own id: one that is delivered twice is entered once. */
    id: text().notNull().unique('audit_events_id'),
    tenant: text().notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    type: text().notNull(),
    severity: smallint().notNull(),
    sub: text(),
    actor: text(),
    sessionId: bigint('session_id', { mode: 'number' }),
    requestId: text('request_id'),
    code: text(),
    layers: text().array().notNull(),
    policyIds: text('policy_ids').array().notNull(),
    record: jsonb().notNull(),
  },
  (table) => [
    index('audit_events_tenant').on(table.tenant, table.number),
    index('audit_events_at').on(table.tenant, table.at),
    index('audit_events_sub').on(table.tenant, table.sub, table.number),
    // Events that are passed on at once are few, and looked for every second.
    index('audit_events_grave').on(table.number).where(sql`${table.severity} >= 7`),
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
