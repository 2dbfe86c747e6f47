import { SluiceError } from '@sluice/contracts'
import { createMonths } from './audit-partitions.ts'
import { auditEvents } from './audit-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  like,
  lt,
  lte,
  max,
  min,
  ne,
  type SQL,
  sql,
} from './drizzle.ts'
import { enterRecords, type RecordedEntry } from './enter-records.ts'

/** The number of an entry is greater than that of every entry that was there before it. */
export interface AuditRow extends Omit<RecordedEntry, 'record' | 'evidenceAt' | 'isProofDue' | 'usage' | 'counted'> {
  readonly number: number
  /** The number of the record among those of its tenant, from 1 on, without a gap. */
  readonly position: number
  /** Undefined once it was erased. */
  readonly record?: unknown
  /** What the log commits to: 32 bytes, and the salt without which nobody can tell. */
  readonly commitment: Uint8Array
  readonly salt?: Uint8Array | undefined
  /** The public part of the record; absent from rows of a time before there was any. */
  readonly evidence?: string | undefined
  /** SHA-256 of salt and record, as long as the evidence is there. */
  readonly recordDigest?: Uint8Array | undefined
  /** The id of the record of its erasure. */
  readonly erasedBy?: string | undefined
}

/** Every condition that is given must hold. */
export interface AuditFilter {
  readonly tenant: string
  readonly from?: Date | undefined
  /** The first moment that is not meant any more. */
  readonly to?: Date | undefined
  readonly id?: string | undefined
  readonly requestId?: string | undefined
  /** The user whom it is about. */
  readonly sub?: string | undefined
  readonly sessionId?: number | undefined
  readonly type?: string | undefined
  /** Whether only requests are meant, however they ended. */
  readonly isRequest?: boolean | undefined
  readonly minSeverity?: number | undefined
  /** A layer that has looked at the request. */
  readonly layer?: string | undefined
  readonly policyId?: string | undefined
  /** What an act on this approval says; to be asked with its session, whose entries are looked through. */
  readonly approvalId?: string | undefined
}

interface AuditPage {
  readonly filter: AuditFilter
  /** `newest`: from the last entry backwards. `oldest`: forwards. */
  readonly first: 'newest' | 'oldest'
  /** The number of the last entry of the page before. */
  readonly beyond?: number | undefined
  /** 1 to 1,000. */
  readonly limit: number
}

/** The audit trail in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface AuditTrail {
  /**
   * Enters records in their order, each once, however often it is handed over. All of them or, where it throws, none.
   * Returns how many were new.
   */
  enter(entries: readonly RecordedEntry[]): Promise<number>
  /** A page of a tenant's entries. Throws `invalid_request` for a limit out of range. */
  list(page: AuditPage): Promise<AuditRow[]>
  /** Those of a tenant with these numbers, or positions. Throws `invalid_request` for more than 1,000. */
  pick(tenant: string, by: 'number' | 'position', values: readonly number[]): Promise<AuditRow[]>
  /** The first of these numbers that is of another tenant. Throws `invalid_request` for more than 1,000. */
  findForeign(tenant: string, numbers: readonly number[]): Promise<number | undefined>
  /** The numbers of the first and the last entry that a filter finds, up to a number; undefined where there is none. */
  bounds(filter: AuditFilter, upTo: number): Promise<{ readonly first: number; readonly last: number } | undefined>
}

const MAX_PAGE = 1_000

export function createAuditTrail(database: Pick<Database, 'orm'>): AuditTrail {
  const { orm } = database
  const ensureMonths = createMonths(database)
  return {
    enter: async (entries) => {
      if (entries.length === 0) return 0
      await ensureMonths(entries)
      return await attempt(() => orm.transaction((transaction) => enterRecords(transaction, entries)))
    },
    list: async ({ filter, first, beyond, limit }) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const { number } = auditEvents
      const isBeyond = beyond === undefined ? undefined : first === 'newest' ? lt(number, beyond) : gt(number, beyond)
      const rows = await attempt(() =>
        orm
          .select()
          .from(auditEvents)
          .where(and(...conditionsOf(filter), isBeyond))
          .orderBy(first === 'newest' ? desc(number) : asc(number))
          .limit(limit),
      )
      return rows.map(toRow)
    },
    pick: async (tenant, by, values) => {
      if (values.length > MAX_PAGE) throw new SluiceError({ code: 'invalid_request', param: 'values' })
      const isMeant = and(eq(auditEvents.tenant, tenant), inArray(auditEvents[by], [...values]))
      const rows = await attempt(() => orm.select().from(auditEvents).where(isMeant).orderBy(asc(auditEvents.number)))
      return rows.map(toRow)
    },
    findForeign: async (tenant, numbers) => {
      if (numbers.length > MAX_PAGE) throw new SluiceError({ code: 'invalid_request', param: 'numbers' })
      const { number } = auditEvents
      const isForeign = and(ne(auditEvents.tenant, tenant), inArray(number, [...numbers]))
      const [found] = await attempt(() =>
        orm
          .select({ first: min(number) })
          .from(auditEvents)
          .where(isForeign),
      )
      return found?.first ?? undefined
    },
    bounds: (filter, upTo) =>
      attempt(async () => {
        const { number } = auditEvents
        const [found] = await orm
          .select({ first: min(number), last: max(number) })
          .from(auditEvents)
          .where(and(...conditionsOf(filter), lte(number, upTo)))
        const { first = null, last = null } = found ?? {}
        return first === null || last === null ? undefined : { first, last }
      }),
  }
}

function conditionsOf(filter: AuditFilter): readonly (SQL | undefined)[] {
  const { tenant, from, to, id, requestId, sub, sessionId, type, isRequest, minSeverity, layer, policyId, approvalId } =
    filter
  return [
    eq(auditEvents.tenant, tenant),
    from && gte(auditEvents.at, from),
    to && lt(auditEvents.at, to),
    id === undefined ? undefined : eq(auditEvents.id, id),
    requestId === undefined ? undefined : eq(auditEvents.requestId, requestId),
    sub === undefined ? undefined : eq(auditEvents.sub, sub),
    sessionId === undefined ? undefined : eq(auditEvents.sessionId, sessionId),
    type === undefined ? undefined : eq(auditEvents.type, type),
    isRequest === true ? like(auditEvents.type, 'request.%') : undefined,
    minSeverity === undefined ? undefined : gte(auditEvents.severity, minSeverity),
    layer === undefined ? undefined : arrayContains(auditEvents.layers, [layer]),
    policyId === undefined ? undefined : arrayContains(auditEvents.policyIds, [policyId]),
    approvalId === undefined ? undefined : sql`${auditEvents.record} #>> '{details,approval_id}' = ${approvalId}`,
  ]
}

/** An entry as it was entered, with its number. */
export function toRow({ at, ...row }: typeof auditEvents.$inferSelect): AuditRow {
  const { sub, actor, sessionId, sequence, requestId, code, salt, evidence, recordDigest, erasedBy, ...rest } = row
  return {
    ...rest,
    salt: salt ?? undefined,
    sequence: sequence ?? undefined,
    timeMs: at.getTime(),
    sub: sub ?? undefined,
    actor: actor ?? undefined,
    sessionId: sessionId ?? undefined,
    requestId: requestId ?? undefined,
    code: code ?? undefined,
    evidence: evidence ?? undefined,
    recordDigest: recordDigest ?? undefined,
    erasedBy: erasedBy ?? undefined,
  }
}
