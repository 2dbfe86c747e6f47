import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from './drizzle.ts'
import type { PolicyChangeKind } from './stored-policy.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What a policy says; a version keeps the same, so that any of them can be read and written again. */
const stated = () => ({
  description: text().notNull(),
  text: text().notNull(),
  immutable: boolean().notNull(),
  enabled: boolean().notNull(),
})

/** One row for each tenant that ever had a policy. Its lock makes changes of a tenant follow one another. */
export const policySets = pgTable('policy_sets', {
  tenant: text().primaryKey(),
  /** Counted up by every change, so that a reader sees which tenants it must read anew. */
  revision: bigint({ mode: 'number' }).notNull().default(0),
})

/** The policies that tenants have beside the built-in ones. */
export const policies = pgTable(
  'policies',
  {
    tenant: text().notNull(),
    id: text().notNull(),
    version: integer().notNull(),
    ...stated(),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.id] })],
)

/** Every version that a policy ever had. A deletion is the last one, until the policy is created anew. */
export const policyVersions = pgTable(
  'policy_versions',
  {
    tenant: text().notNull(),
    id: text().notNull(),
    version: integer().notNull(),
    change: text().$type<PolicyChangeKind>().notNull(),
    ...stated(),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.id, table.version] })],
)
