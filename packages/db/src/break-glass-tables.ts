import type { EntityType } from '@sluice/contracts'
import { bigint, boolean, index, integer, pgTable, sql, text, timestamp, uuid } from './drizzle.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Requests of two persons to see the original values of one session. They hold no value. */
export const breakGlassGrants = pgTable(
  'break_glass_grants',
  {
    id: uuid().primaryKey(),
    tenant: text().notNull(),
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    sessionSub: text('session_sub').notNull(),
    reason: text().notNull(),
    entityTypes: text('entity_types').array().$type<EntityType[]>().notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    isDrill: boolean('is_drill').notNull(),
    openedBy: text('opened_by').notNull(),
    openedRoles: text('opened_roles').array().notNull(),
    openedAt: at('opened_at').notNull(),
    confirmUntil: at('confirm_until').notNull(),
    confirmedBy: text('confirmed_by'),
    confirmedRoles: text('confirmed_roles').array(),
    confirmedAt: at('confirmed_at'),
    expiresAt: at('expires_at'),
    revokedBy: text('revoked_by'),
    revokedAt: at('revoked_at'),
    provenAt: at('proven_at'),
  },
  (table) => [
    index('break_glass_grants_tenant').on(table.tenant, table.openedAt.desc(), table.id.desc()),
    index('break_glass_grants_proven').on(table.tenant, table.provenAt).where(sql`${table.provenAt} is not null`),
  ],
)
