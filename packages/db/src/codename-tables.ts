import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from './drizzle.ts'
import type { CodenameCounts } from './stored-codenames.ts'

/** One row for each tenant that ever had codenames. Its lock makes uploads of a tenant follow one another. */
export const codenameRegistries = pgTable('codename_registries', {
  tenant: text().primaryKey(),
  /** Counted up by every upload; 0 until the first. */
  version: bigint({ mode: 'number' }).notNull().default(0),
  changedBy: text('changed_by'),
  changedAt: timestamp('changed_at', { withTimezone: true }),
})

/** The terms of a tenant, sealed in blocks: a reader takes only those that have changed. */
export const codenameBlocks = pgTable(
  'codename_blocks',
  {
    tenant: text().notNull(),
    block: smallint().notNull(),
    /** Of the registry when the block was written last. */
    version: bigint({ mode: 'number' }).notNull(),
    sealed: text().notNull(),
    terms: integer().notNull(),
    counts: jsonb().$type<CodenameCounts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.block] })],
)
