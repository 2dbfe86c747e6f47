import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Who may use the gateway, as the directory says. A tenant's subjects are those of its tokens. */
export const users = pgTable(
  'users',
  {
    tenant: text().notNull(),
    sub: text().notNull(),
    preferredUsername: text('preferred_username'),
    email: text(),
    groups: text().array().notNull().default(sql`'{}'::text[]`),
    active: boolean().notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.sub] })],
)
