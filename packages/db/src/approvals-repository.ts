import { SluiceError } from '@sluice/contracts'
import { DatabaseError } from 'pg'
import type { Approval, ApprovalContent, ApprovalState } from './approval.ts'
import { approvalContents, approvals } from './approval-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, desc, eq, gt, gte, inArray, lte, or, type SQL, sql } from './drizzle.ts'

/** Which approval; no tenant reaches those of another. */
export interface ApprovalRef {
  readonly tenant: string
  readonly id: string
}

/** Which order of which user. */
type OrderRef = Pick<Approval, 'tenant' | 'sub' | 'orderDigest'>

export interface ApprovalQuery {
  readonly tenant: string
  /** In any state without it. */
  readonly states?: readonly ApprovalState[] | undefined
  /** Those of this requester that are open; those of everybody without it. */
  readonly openOf?: string | undefined
  /** Those of this requester; those of everybody without it. */
  readonly of?: string | undefined
  /** Those that were held at this moment or later. */
  readonly from?: Date | undefined
  /** Of these departments only; of all without it. */
  readonly departments?: readonly string[] | undefined
  /** 1 to 100. */
  readonly limit: number
  /** The id of the last approval of the page before. */
  readonly after?: string | undefined
}

/** What becomes of an approval, and of what is kept with it. */
export interface ApprovalChange {
  readonly approval: Approval
  /** Stored with it. */
  readonly answer?: string
  /** Deleted with all that is kept with it. */
  readonly isGone?: boolean
}

/** Held requests in PostgreSQL. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface ApprovalsRepository {
  /**
   * Stores a new approval, unless one of the same order is open, or was denied and has not lapsed: then that one is
   * returned. Throws `rate_limit_exceeded` where more than `maxOpen` of this user would be open.
   *
   * @param beforeCommit done where the approval is new; its failure leaves nothing stored.
   */
  insert(
    approval: Approval,
    content: ApprovalContent,
    maxOpen: number,
    beforeCommit: () => Promise<void>,
  ): Promise<Approval>
  /** The approval that `insert` would return in the place of a new one. */
  findOrder(order: OrderRef, nowMs: number): Promise<Approval | undefined>
  find(ref: ApprovalRef): Promise<Approval | undefined>
  /** Undefined where it was deleted. */
  findContent(ref: ApprovalRef): Promise<ApprovalContent | undefined>
  /** The newest first. Throws `invalid_request` for a limit out of range. */
  list(query: ApprovalQuery): Promise<Approval[]>
  /**
   * Changes an approval while nobody else can. `decide` gets it as it stands; what it throws is thrown, and nothing
   * changes. Undefined changes nothing.
   *
   * @returns the approval as it then stands, undefined where there is none.
   */
  change(
    ref: ApprovalRef,
    decide: (current: Approval) => Promise<ApprovalChange | undefined>,
  ): Promise<Approval | undefined>
  /** Those whose state has lapsed, the longest ago first; of all tenants. */
  lapsed(nowMs: number, limit: number): Promise<ApprovalRef[]>
  /** Those that wait for a worker, the longest first; of all tenants. */
  approved(limit: number): Promise<(ApprovalRef & Pick<Approval, 'run'>)[]>
}

const MAX_PAGE = 100
const OPEN: readonly ApprovalState[] = ['pending', 'approved', 'started']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function createApprovalsRepository({ orm }: Pick<Database, 'orm'>): ApprovalsRepository {
  return new PostgresApprovals(orm)
}

class PostgresApprovals implements ApprovalsRepository {
  readonly #orm: Database['orm']

  constructor(orm: Database['orm']) {
    this.#orm = orm
  }

  insert(
    approval: Approval,
    content: ApprovalContent,
    maxOpen: number,
    beforeCommit: () => Promise<void>,
  ): Promise<Approval> {
    const { createdAtMs } = approval
    return attempt(() =>
      this.#orm.transaction(async (tx) => {
        const [denied] = await tx
          .select()
          .from(approvals)
          .where(and(sameOrder(approval), stillDenied(createdAtMs)))
          .limit(1)
        if (denied !== undefined) return toApproval(denied)
        const [row] = await tx.insert(approvals).values(toRow(approval)).onConflictDoNothing().returning()
        if (row !== undefined) {
          if ((await tx.$count(approvals, and(ofUser(approval), isOpen()))) > maxOpen) throw tooManyOpen(maxOpen)
          await tx.insert(approvalContents).values({ approvalId: approval.id, ...content })
          await beforeCommit()
          return toApproval(row)
        }
        const [open] = await tx
          .select()
          .from(approvals)
          .where(and(sameOrder(approval), isOpen()))
        // It was open a moment ago and has been decided since: the caller's retry gets a new one.
        if (open === undefined) throw new SluiceError('in_flight')
        return toApproval(open)
      }),
    )
  }

  findOrder(order: OrderRef, nowMs: number): Promise<Approval | undefined> {
    return attempt(async () => {
      const [row] = await this.#orm
        .select()
        .from(approvals)
        .where(and(sameOrder(order), or(isOpen(), stillDenied(nowMs))))
        .limit(1)
      return row && toApproval(row)
    })
  }

  async find(ref: ApprovalRef): Promise<Approval | undefined> {
    if (!UUID.test(ref.id)) return undefined
    return await attempt(async () => {
      const [row] = await this.#orm.select().from(approvals).where(is(ref))
      return row && toApproval(row)
    })
  }

  async findContent(ref: ApprovalRef): Promise<ApprovalContent | undefined> {
    if (!UUID.test(ref.id)) return undefined
    return await attempt(async () => {
      const [row] = await this.#orm
        .select({ request: approvalContents.request, answer: approvalContents.answer })
        .from(approvalContents)
        .innerJoin(approvals, eq(approvals.id, approvalContents.approvalId))
        .where(is(ref))
      return row && { request: row.request, ...(row.answer === null ? {} : { answer: row.answer }) }
    })
  }

  async list({ tenant, openOf, of, from, states, departments, limit, after }: ApprovalQuery): Promise<Approval[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
      throw new SluiceError({ code: 'invalid_request', param: 'limit' })
    }
    if (after !== undefined && !UUID.test(after)) throw new SluiceError({ code: 'invalid_request', param: 'cursor' })
    const { createdAt, id } = approvals
    const older: SQL | undefined =
      after === undefined
        ? undefined
        : sql`(${createdAt}, ${id}) < (select created_at, id from approvals where id = ${after} and tenant = ${tenant})`
    const inStates = states === undefined ? undefined : inArray(approvals.state, [...states])
    const openOnes = openOf === undefined ? undefined : and(ofUser({ tenant, sub: openOf }), isOpen())
    const ofOne = of === undefined ? undefined : ofUser({ tenant, sub: of })
    const since = from && gte(createdAt, from)
    const inDepartments =
      departments === undefined ? undefined : sql`${approvals.departments} && ${sql.param([...departments])}::text[]`
    return await attempt(async () => {
      const rows = await this.#orm
        .select()
        .from(approvals)
        .where(and(eq(approvals.tenant, tenant), openOnes, ofOne, since, inStates, inDepartments, older))
        .orderBy(desc(createdAt), desc(id))
        .limit(limit)
      return rows.map(toApproval)
    })
  }

  async change(
    ref: ApprovalRef,
    decide: (current: Approval) => Promise<ApprovalChange | undefined>,
  ): Promise<Approval | undefined> {
    if (!UUID.test(ref.id)) return undefined
    return await attemptOnce(() =>
      this.#orm.transaction(async (tx) => {
        const [row] = await tx.select().from(approvals).where(is(ref)).for('update')
        if (row === undefined) return undefined
        const change = await decide(toApproval(row))
        if (change === undefined) return toApproval(row)
        const { approval, answer, isGone = false } = change
        if (isGone) {
          await tx.delete(approvals).where(is(ref))
          return undefined
        }
        await tx.update(approvals).set(toRow(approval)).where(is(ref))
        const ofApproval = eq(approvalContents.approvalId, ref.id)
        if (!approval.hasContent) await tx.delete(approvalContents).where(ofApproval)
        else if (answer !== undefined) await tx.update(approvalContents).set({ answer }).where(ofApproval)
        return approval
      }),
    )
  }

  lapsed(nowMs: number, limit: number): Promise<ApprovalRef[]> {
    return this.#refs(lte(approvals.untilAt, new Date(nowMs)), limit)
  }

  approved(limit: number): Promise<(ApprovalRef & Pick<Approval, 'run'>)[]> {
    return this.#refs(eq(approvals.state, 'approved'), limit)
  }

  #refs(condition: SQL, limit: number) {
    const { tenant, id, run, untilAt } = approvals
    return attempt(() =>
      this.#orm.select({ tenant, id, run }).from(approvals).where(condition).orderBy(asc(untilAt)).limit(limit),
    )
  }
}

function ofUser({ tenant, sub }: Pick<OrderRef, 'tenant' | 'sub'>): SQL | undefined {
  return and(eq(approvals.tenant, tenant), eq(approvals.sub, sub))
}

function sameOrder(order: OrderRef): SQL | undefined {
  return and(ofUser(order), eq(approvals.orderDigest, order.orderDigest))
}

function isOpen(): SQL {
  return inArray(approvals.state, [...OPEN])
}

function stillDenied(nowMs: number): SQL | undefined {
  return and(eq(approvals.state, 'denied'), eq(approvals.hasContent, true), gt(approvals.untilAt, new Date(nowMs)))
}

function tooManyOpen(maxOpen: number): SluiceError {
  const message = `${maxOpen} requests of yours wait for approval. Let some be decided first.`
  return new SluiceError({ code: 'rate_limit_exceeded', message })
}

/** PostgreSQL's code for a row that a unique index refuses. */
const UNIQUE_VIOLATION = '23505'

/** Runs a change. Throws `conflict` where it would open an order that is open already, else as `attempt` does. */
function attemptOnce<T>(operation: () => Promise<T>): Promise<T> {
  return attempt(async () => {
    try {
      return await operation()
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION)
        throw new SluiceError('conflict', { cause })
      throw error
    }
  })
}

function is({ tenant, id }: ApprovalRef): SQL | undefined {
  return and(eq(approvals.id, id), eq(approvals.tenant, tenant))
}

type Row = typeof approvals.$inferSelect

function toRow({ createdAtMs, untilMs, failure, departments, ...same }: Approval): typeof approvals.$inferInsert {
  return {
    ...same,
    departments: [...departments],
    failure: failure ?? null,
    createdAt: new Date(createdAtMs),
    untilAt: new Date(untilMs),
  }
}

function toApproval({ createdAt, untilAt, failure, ...same }: Row): Approval {
  return {
    ...same,
    ...(failure === null ? {} : { failure }),
    createdAtMs: createdAt.getTime(),
    untilMs: untilAt.getTime(),
  }
}
