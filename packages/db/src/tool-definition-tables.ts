import { pgTable, primaryKey, text, timestamp } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The tools of MCP servers as they are accepted, and what has come of them since. */
export const toolDefinitions = pgTable(
  'tool_definitions',
  {
    tenant: text().notNull(),
    server: text().notNull(),
    tool: text().notNull(),
    /** SHA-256 of the definition in UTF-8, base64url. */
    digest: text().notNull(),
    /** Canonical JSON. */
    definition: text().notNull(),
    /** Null where it was accepted because it was the first. */
    acceptedBy: text('accepted_by'),
    acceptedAt: at('accepted_at').notNull(),
    /** Another definition that the server has given since, and that nobody has accepted. */
    waitingDigest: text('waiting_digest'),
    waitingDefinition: text('waiting_definition'),
    waitingSince: at('waiting_since'),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.server, table.tool] })],
)
