import { consoleSessions } from './console-session-tables.ts'
import { bigint, boolean, index, pgTable, text, timestamp, uuid } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Security keys and passkeys with which people confirm at the console who they are (W3C WebAuthn). */
export const securityKeys = pgTable(
  'security_keys',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    sub: text().notNull(),
    /** What the person calls it. */
    name: text().notNull(),
    /** What the authenticator calls it, base64url. No two people have the same one. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The person as authenticators know them: random, the same for all keys of the person, base64url. */
    userHandle: text('user_handle').notNull(),
    /** How often the authenticator says that it was used; 0 for ever where it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Whether it may be copied to other devices of the person. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('security_keys_person').on(table.tenant, table.sub, table.createdAt)],
)

/** What an authenticator is to sign next in a console session: one for each session, gone with its first use. */
export const consoleChallenges = pgTable('console_challenges', {
  idHash: text('id_hash')
    .primaryKey()
    .references(() => consoleSessions.idHash, { onDelete: 'cascade', onUpdate: 'cascade' }),
  challenge: text().notNull(),
  /** What it was given out for. */
  purpose: text().notNull(),
  /** Of the person, for a key that is registered. */
  userHandle: text('user_handle'),
  expiresAt: at('expires_at').notNull(),
})
