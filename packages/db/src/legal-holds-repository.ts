import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, desc, eq, isNull, sql } from './drizzle.ts'
import { legalHolds } from './legal-hold-tables.ts'

/** Keeps the records of a user or a session, whatever retention and erasure say. */
export interface LegalHold {
  readonly id: string
  readonly tenant: string
  /** Exactly one of the two is there. */
  readonly sub: string | undefined
  readonly sessionId: number | undefined
  readonly reason: string
  readonly openedBy: string
  readonly openedAt: Date
  readonly releasedBy: string | undefined
  readonly releasedAt: Date | undefined
}

type NewHold = Omit<LegalHold, 'releasedBy' | 'releasedAt'>

/** Legal holds in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface LegalHoldsRepository {
  open(hold: NewHold): Promise<void>
  /** The newest 1,000 of a tenant, those that were released among them. */
  list(tenant: string): Promise<LegalHold[]>
  /** False where the tenant has no such hold that stands. */
  release(order: {
    readonly tenant: string
    readonly id: string
    readonly by: string
    readonly at: Date
  }): Promise<boolean>
}

const MAX_LISTED = 1_000

export function createLegalHoldsRepository({ orm }: Pick<Database, 'orm'>): LegalHoldsRepository {
  return {
    open: (hold) => attempt(async () => void (await orm.insert(legalHolds).values(hold))),
    list: (tenant) =>
      attempt(async () => {
        const rows = await orm
          .select()
          .from(legalHolds)
          .where(eq(legalHolds.tenant, tenant))
          .orderBy(desc(legalHolds.openedAt))
          .limit(MAX_LISTED)
        return rows.map(toHold)
      }),
    release: ({ tenant, id, by, at }) =>
      attempt(async () => {
        const rows = await orm
          .update(legalHolds)
          .set({ releasedBy: by, releasedAt: at })
          .where(and(eq(legalHolds.tenant, tenant), eq(legalHolds.id, id), isNull(legalHolds.releasedAt)))
          .returning({ id: legalHolds.id })
        return rows.length > 0
      }),
  }
}

/** Whether a row of the trail is under a hold that stands: a condition on `audit_events`. */
export const IS_HELD = sql`EXISTS (
  SELECT 1 FROM legal_holds AS hold WHERE hold.released_at IS NULL AND hold.tenant = audit_events.tenant
    AND (hold.sub = audit_events.sub OR hold.session_id = audit_events.session_id))`

function toHold({ sub, sessionId, releasedBy, releasedAt, ...row }: typeof legalHolds.$inferSelect): LegalHold {
  return {
    ...row,
    sub: sub ?? undefined,
    sessionId: sessionId ?? undefined,
    releasedBy: releasedBy ?? undefined,
    releasedAt: releasedAt ?? undefined,
  }
}
