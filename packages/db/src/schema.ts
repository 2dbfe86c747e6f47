import type { DirectorySyncCounts } from './directory-sync-run.ts'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

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
    /** The directory that the user comes from; absent for users added by hand. */
    directory: text(),
    /** The directory's own id, which stays when the user is renamed. */
    directoryUserId: text('directory_user_id'),
    /** When the user was found to be gone from the directory. */
    removedAt: at('removed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.sub] }),
    uniqueIndex('users_directory_user').on(table.tenant, table.directory, table.directoryUserId),
    index('users_sub').on(table.sub),
    index('users_preferred_username').on(sql`lower(${table.preferredUsername})`),
    index('users_email').on(sql`lower(${table.email})`),
    // The beginning of a subject, name or address, whatever the collation of the database is.
    index('users_sub_prefix').on(table.tenant, sql`lower(${table.sub}) text_pattern_ops`),
    index('users_name_prefix').on(table.tenant, sql`lower(${table.preferredUsername}) text_pattern_ops`),
    index('users_email_prefix').on(table.tenant, sql`lower(${table.email}) text_pattern_ops`),
    index('users_groups').using('gin', table.groups),
    index('users_inactive').on(table.tenant, table.sub).where(sql`not ${table.active}`),
  ],
)

/** Every pull of a directory; the plan of one that was held waits here for a confirmation. */
export const directorySyncs = pgTable(
  'directory_syncs',
  {
    id: uuid().primaryKey().defaultRandom(),
    directory: text().notNull(),
    tenant: text().notNull(),
    trigger: text().notNull(),
    outcome: text().notNull().default('running'),
    pull: text(),
    startedAt: at('started_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
    counts: jsonb().$type<DirectorySyncCounts>(),
    faultCode: text('fault_code'),
    fault: text(),
    /** SHA-256 over the sorted subjects that the plan revokes. */
    planDigest: text('plan_digest'),
    /** Those subjects, unless they are too many to keep. */
    planSubs: text('plan_subs').array(),
    heldUntil: at('held_until'),
    confirmedBy: text('confirmed_by'),
    confirmedAt: at('confirmed_at'),
    /** The run that used the confirmation: it counts once. */
    settledBy: uuid('settled_by'),
  },
  (table) => [
    index('directory_syncs_directory').on(table.directory, table.startedAt.desc().nullsFirst()),
    index('directory_syncs_tenant').on(table.tenant, table.startedAt.desc().nullsFirst()),
  ],
)

/** Where the next pull of a directory goes on. */
export const directoryStates = pgTable('directory_states', {
  directory: text().primaryKey(),
  tenant: text().notNull(),
  /** The directory's delta cursor; absent where every pull is complete. */
  cursor: text(),
  /** When all users were last pulled. */
  fullPullAt: at('full_pull_at'),
  /** Counted up by every applied pull, so that one that was overtaken cannot be applied. */
  revision: integer().notNull().default(0),
})
