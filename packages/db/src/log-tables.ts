import { bigint, customType, pgTable, primaryKey, smallint, text, timestamp } from './drizzle.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The log that commits to the audit trail: how large its tree is. One row. */
export const logHead = pgTable('log_head', {
  only: smallint().primaryKey(),
  /** The number of leaves, which is that of the newest record of the trail. */
  size: bigint({ mode: 'number' }).notNull(),
})

/** How many records each tenant has. */
export const auditPositions = pgTable('audit_positions', {
  tenant: text().primaryKey(),
  last: bigint({ mode: 'number' }).notNull(),
})

/** The tiles of the tree, each as wide as it has grown. */
export const logTiles = pgTable(
  'log_tiles',
  {
    /** -1 for the entries of the log, 0 for the hashes of leaves. */
    level: smallint().notNull(),
    index: bigint({ mode: 'number' }).notNull(),
    /** 32 for each entry or hash. */
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** The checkpoints that the log has signed: the newest, and the newest that its witnesses have cosigned. */
export const logCheckpoints = pgTable('log_checkpoints', {
  kind: text({ enum: ['signed', 'published'] }).primaryKey(),
  size: bigint({ mode: 'number' }).notNull(),
  /** The signed note. */
  note: text().notNull(),
  signedAt: timestamp('signed_at', { withTimezone: true, precision: 3 }).notNull(),
})
