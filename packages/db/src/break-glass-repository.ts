import { SluiceError } from '@sluice/contracts'
import type { BreakGlassGrant, TurnedKey } from './break-glass-grant.ts'
import { breakGlassGrants } from './break-glass-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, count, desc, eq, gt, isNotNull, isNull, max, or, type SQL, sql } from './drizzle.ts'

/** Which grant; no tenant reaches those of another. */
export interface BreakGlassRef {
  readonly tenant: string
  readonly id: string
}

interface BreakGlassPage {
  readonly tenant: string
  /** Drills only, or none; both where it is undefined. */
  readonly isDrill?: boolean | undefined
  /** 1 to 100. */
  readonly limit: number
  /** The id of the last grant of the page before. */
  readonly after?: string | undefined
}

/** Break-glass grants in PostgreSQL. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface BreakGlassRepository {
  /**
   * Stores a new grant. Throws `conflict` where the tenant has `maxOpen` that wait or hold.
   *
   * @param beforeCommit its failure leaves nothing stored.
   */
  insert(grant: BreakGlassGrant, maxOpen: number, beforeCommit: () => Promise<void>): Promise<void>
  find(ref: BreakGlassRef): Promise<BreakGlassGrant | undefined>
  /** The newest first. Throws `invalid_request` for a limit out of range. */
  list(page: BreakGlassPage): Promise<BreakGlassGrant[]>
  /**
   * Changes a grant while nobody else can; undefined where there is none. What `decide` throws is thrown, and nothing
   * changes.
   */
  change(
    ref: BreakGlassRef,
    decide: (current: BreakGlassGrant) => Promise<BreakGlassGrant>,
  ): Promise<BreakGlassGrant | undefined>
  /** When a drill last succeeded, in milliseconds since the Unix epoch, by tenant. */
  lastProven(): Promise<ReadonlyMap<string, number>>
}

const MAX_PAGE = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function createBreakGlassRepository({ orm }: Pick<Database, 'orm'>): BreakGlassRepository {
  return new PostgresBreakGlass(orm)
}

class PostgresBreakGlass implements BreakGlassRepository {
  readonly #orm: Database['orm']

  constructor(orm: Database['orm']) {
    this.#orm = orm
  }

  insert(grant: BreakGlassGrant, maxOpen: number, beforeCommit: () => Promise<void>): Promise<void> {
    return attempt(() =>
      this.#orm.transaction(async (tx) => {
        await tx.insert(breakGlassGrants).values(toRow(grant))
        const [counted] = await tx
          .select({ open: count() })
          .from(breakGlassGrants)
          .where(isOpen(grant.tenant, grant.opened.atMs))
        if ((counted?.open ?? 0) > maxOpen) throw tooManyOpen(maxOpen)
        await beforeCommit()
      }),
    )
  }

  async find(ref: BreakGlassRef): Promise<BreakGlassGrant | undefined> {
    if (!UUID.test(ref.id)) return undefined
    return await attempt(async () => {
      const [row] = await this.#orm.select().from(breakGlassGrants).where(is(ref))
      return row && toGrant(row)
    })
  }

  async list({ tenant, isDrill, limit, after }: BreakGlassPage): Promise<BreakGlassGrant[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
      throw new SluiceError({ code: 'invalid_request', param: 'limit' })
    }
    if (after !== undefined && !UUID.test(after)) throw new SluiceError({ code: 'invalid_request', param: 'cursor' })
    const { openedAt, id } = breakGlassGrants
    const last = sql`select opened_at, id from break_glass_grants where id = ${after} and tenant = ${tenant}`
    const isOfKind = isDrill === undefined ? undefined : eq(breakGlassGrants.isDrill, isDrill)
    const older = after === undefined ? undefined : sql`(${openedAt}, ${id}) < (${last})`
    return await attempt(async () => {
      const rows = await this.#orm
        .select()
        .from(breakGlassGrants)
        .where(and(eq(breakGlassGrants.tenant, tenant), isOfKind, older))
        .orderBy(desc(openedAt), desc(id))
        .limit(limit)
      return rows.map(toGrant)
    })
  }

  async change(
    ref: BreakGlassRef,
    decide: (current: BreakGlassGrant) => Promise<BreakGlassGrant>,
  ): Promise<BreakGlassGrant | undefined> {
    if (!UUID.test(ref.id)) return undefined
    return await attempt(() =>
      this.#orm.transaction(async (tx) => {
        const [row] = await tx.select().from(breakGlassGrants).where(is(ref)).for('update')
        if (row === undefined) return undefined
        const changed = await decide(toGrant(row))
        await tx.update(breakGlassGrants).set(toRow(changed)).where(is(ref))
        return changed
      }),
    )
  }

  lastProven(): Promise<ReadonlyMap<string, number>> {
    const { tenant, provenAt } = breakGlassGrants
    return attempt(async () => {
      const rows = await this.#orm
        .select({ tenant, at: max(provenAt) })
        .from(breakGlassGrants)
        .where(isNotNull(provenAt))
        .groupBy(tenant)
      return new Map(rows.flatMap((row) => (row.at === null ? [] : [[row.tenant, row.at.getTime()] as const])))
    })
  }
}

/** Those that wait for their second key, and those that hold. */
function isOpen(tenant: string, nowMs: number): SQL | undefined {
  const { confirmUntil, confirmedAt, expiresAt, revokedAt } = breakGlassGrants
  const now = new Date(nowMs)
  const waits = and(isNull(confirmedAt), gt(confirmUntil, now))
  return and(eq(breakGlassGrants.tenant, tenant), isNull(revokedAt), or(waits, gt(expiresAt, now)))
}

function tooManyOpen(maxOpen: number): SluiceError {
  return new SluiceError({ code: 'conflict', message: `${maxOpen} requests are open. Revoke some first.` })
}

function is({ tenant, id }: BreakGlassRef): SQL | undefined {
  return and(eq(breakGlassGrants.id, id), eq(breakGlassGrants.tenant, tenant))
}

function toRow(grant: BreakGlassGrant): typeof breakGlassGrants.$inferInsert {
  const { id, tenant, sessionId, sessionSub, reason, entityTypes, durationMinutes, isDrill } = grant
  const { opened, confirmed, revoked, confirmUntilMs, expiresAtMs, provenAtMs } = grant
  return {
    ...{ id, tenant, sessionId, sessionSub, reason, durationMinutes, isDrill },
    entityTypes: [...entityTypes],
    openedBy: opened.sub,
    openedRoles: [...opened.roles],
    openedAt: new Date(opened.atMs),
    confirmUntil: new Date(confirmUntilMs),
    confirmedBy: confirmed?.sub ?? null,
    confirmedRoles: confirmed ? [...confirmed.roles] : null,
    confirmedAt: toDate(confirmed?.atMs),
    expiresAt: toDate(expiresAtMs),
    revokedBy: revoked?.sub ?? null,
    revokedAt: toDate(revoked?.atMs),
    provenAt: toDate(provenAtMs),
  }
}

function toGrant(row: typeof breakGlassGrants.$inferSelect): BreakGlassGrant {
  const { id, tenant, sessionId, sessionSub, reason, entityTypes, durationMinutes, isDrill } = row
  const { revokedBy, revokedAt, expiresAt, provenAt } = row
  const confirmed = confirmedKey(row)
  return {
    ...{ id, tenant, sessionId, sessionSub, reason, entityTypes, durationMinutes, isDrill },
    opened: { sub: row.openedBy, roles: row.openedRoles, atMs: row.openedAt.getTime() },
    confirmUntilMs: row.confirmUntil.getTime(),
    ...(confirmed && { confirmed }),
    ...(expiresAt && { expiresAtMs: expiresAt.getTime() }),
    ...(revokedBy !== null && revokedAt && { revoked: { sub: revokedBy, atMs: revokedAt.getTime() } }),
    ...(provenAt && { provenAtMs: provenAt.getTime() }),
  }
}

type Row = typeof breakGlassGrants.$inferSelect

function confirmedKey({ confirmedBy, confirmedRoles, confirmedAt }: Row): TurnedKey | undefined {
  if (confirmedBy === null || confirmedAt === null) return undefined
  return { sub: confirmedBy, roles: confirmedRoles ?? [], atMs: confirmedAt.getTime() }
}

function toDate(atMs: number | undefined): Date | null {
  return atMs === undefined ? null : new Date(atMs)
}
