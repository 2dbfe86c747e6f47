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
    index('audit_events_session').on(table.tenant, table.sessionId, table.number),
  ],
)
