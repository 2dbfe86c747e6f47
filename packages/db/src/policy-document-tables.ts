import { pgTable, primaryKey, text, timestamp } from './drizzle.ts'

/** The texts that decisions about a tenant's requests followed from, by the digests that evidence names. */
export const policyDocuments = pgTable(
  'policy_documents',
  {
    tenant: text().notNull(),
    /** SHA-256 of the text, base64url. */
    digest: text().notNull(),
    kind: text({ enum: ['policies', 'schema', 'entities', 'registry'] }).notNull(),
    text: text().notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.digest] })],
)
