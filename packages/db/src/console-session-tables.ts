import { index, integer, pgTable, text, timestamp } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Logins at the console. Of a session's id only its hash is here, and the tokens are sealed. */
export const consoleSessions = pgTable(
  'console_sessions',
  {
    /** SHA-256 of the id, base64url. */
    idHash: text('id_hash').primaryKey(),
    tenant: text().notNull(),
    sub: text().notNull(),
    /** Tokens of the identity provider, sealed with the data keys. */
    tokens: text().notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** It ends then, however much it is used. */
    expiresAt: at('expires_at').notNull(),
    /** When the provider was last asked for tokens, or somebody set out to ask. */
    refreshedAt: at('refreshed_at').notNull(),
    /** How the person logged in; null where the provider does not say. */
    authTime: at('auth_time'),
    acr: text(),
    /** When the person last confirmed with a security key here. */
    securityKeyAt: at('security_key_at'),
    /** The first hash that the session had, to which its tokens are sealed; null while it has that one. */
    series: text(),
    /** Digests of what the person was at login: the groups of the token, and those of the Users store. */
    tokenGroups: text('token_groups').notNull(),
    directoryGroups: text('directory_groups').notNull(),
    /** The version of the person's last freeze or unfreeze at login; 0 where there was none. */
    freezeVersion: integer('freeze_version').notNull(),
  },
  (table) => [
    index('console_sessions_person').on(table.tenant, table.sub, table.createdAt),
    index('console_sessions_expiry').on(table.expiresAt),
    index('console_sessions_series').on(table.series),
  ],
)
