import type { ApiKeyWire } from '@sluice/contracts'
import { date, index, integer, jsonb, pgTable, text, timestamp } from './drizzle.ts'

/** What a key may spend at all gateways together; what is absent has no limit. Money is in the currency of prices. */
export interface ApiKeySpending {
  readonly tokensPerMinute?: number | undefined
  readonly tokensPerDay?: number | undefined
  readonly tokensPerMonth?: number | undefined
  readonly costPerDay?: number | undefined
  readonly costPerMonth?: number | undefined
}

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Keys that act for a user or a service identity. Of a secret only its hash is here. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** For whom it acts: the `sub` of a user, or of a service identity. */
    sub: text().notNull(),
    name: text().notNull(),
    /** Those of the owner when the key was made. */
    groups: text().array().notNull(),
    departments: text().array().notNull(),
    secretHash: text('secret_hash').notNull(),
    /** Null: all that the owner may use. */
    models: text().array(),
    wires: text().array().$type<ApiKeyWire[]>(),
    requestsPerMinute: integer('requests_per_minute'),
    /** Limits on tokens and money; null: none of its own. */
    spending: jsonb().$type<ApiKeySpending>(),
    /** Counts the changes of its limits; 1 as it was made. */
    limitsVersion: integer('limits_version').notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedBy: text('revoked_by'),
    revokedAt: at('revoked_at'),
    /** The last day on which a gateway took it. */
    lastUsedOn: date('last_used_on'),
  },
  (table) => [
    index('api_keys_tenant').on(table.tenant, table.createdAt.desc(), table.id.desc()),
    index('api_keys_owner').on(table.tenant, table.sub),
  ],
)
