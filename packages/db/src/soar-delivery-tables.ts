import { index, integer, jsonb, pgTable, smallint, text, timestamp } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What was, or will be, posted to the webhook of the SOAR system. */
export const soarDeliveries = pgTable(
  'soar_deliveries',
  {
    /** Of the anomaly: one that is found twice is delivered once. */
    id: text().primaryKey(),
    tenant: text().notNull(),
    type: text().notNull(),
    body: jsonb().notNull(),
    state: text({ enum: ['pending', 'delivered', 'dead'] }).notNull(),
    attempts: integer().notNull(),
    /** What the last attempt was answered with; null where there was no answer. */
    lastStatus: smallint('last_status'),
    createdAt: at('created_at').notNull(),
    /** When the queue was last given it; null where that is to be done. */
    queuedAt: at('queued_at'),
    deliveredAt: at('delivered_at'),
  },
  (table) => [
    index('soar_deliveries_tenant').on(table.tenant, table.createdAt, table.id),
    index('soar_deliveries_pending').on(table.state, table.queuedAt),
  ],
)
