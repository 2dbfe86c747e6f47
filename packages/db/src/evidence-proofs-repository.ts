import { SluiceError } from '@sluice/contracts'
import { auditEvents } from './audit-tables.ts'
import { type AuditRow, toRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, eq, inArray, isNull, lt, or, sql } from './drizzle.ts'
import { evidenceProofs } from './evidence-proof-tables.ts'

/** How far a proof is. */
export interface StoredProof {
  /** The number of the record in the audit trail. */
  readonly number: number
  /** `failed` where none can be made; `why` says it. */
  readonly state: 'due' | 'proved' | 'failed'
  readonly proof: Uint8Array | undefined
  readonly why: string | undefined
  /** When it was made, or given up. */
  readonly madeAt: Date | undefined
}

/** How much is to be done, and was. */
interface ProofCounts {
  readonly due: number
  /** When the oldest of these was asked for. */
  readonly oldestDueAt: Date | undefined
  /** Those of them that an auditor has named, and whose time is over. */
  readonly overdue: number
}

interface UnqueuedProof {
  readonly number: number
  /** Whether an auditor has named the record: it comes before the others. */
  readonly isNamed: boolean
}

/** The proofs of records. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface EvidenceProofsRepository {
  /** Asks for the proofs of records. One that is there stays; one that failed is tried again. */
  request(rows: readonly Pick<AuditRow, 'number' | 'tenant' | 'timeMs'>[]): Promise<void>
  /** Those that are there of these records. Throws `invalid_request` for more than 1,000. */
  find(numbers: readonly number[]): Promise<StoredProof[]>
  /** The record of a due proof; undefined where the proof is not due any more. */
  recordOf(number: number): Promise<AuditRow | undefined>
  /** The due ones that no queue has been given since a time: named ones first, then the oldest; at most 500. */
  unqueuedSince(time: Date): Promise<UnqueuedProof[]>
  /** Notes that the queue has them. */
  markQueued(numbers: readonly number[], at: Date): Promise<void>
  /** Keeps a proof. False where the record has one, or none is due: the first is kept. */
  keep(number: number, proof: Uint8Array, at: Date): Promise<boolean>
  /** Gives one up. Returns false where it is not due. */
  fail(number: number, why: string, at: Date): Promise<boolean>
  count(): Promise<ProofCounts>
}

const MAX_FOUND = 1_000
const MAX_UNQUEUED = 500
/** Rows of one statement, which is written in a millisecond or so. */
const ROWS_AT_ONCE = 100

const { number, state, queuedAt, dueAt, answerBy } = evidenceProofs
const isDue = (wanted: number) => and(eq(number, wanted), eq(state, 'due'))

export function createEvidenceProofsRepository({ orm }: Pick<Database, 'orm'>): EvidenceProofsRepository {
  return {
    ...openDueProofs({ orm }),
    request: (rows) => attempt(() => requestProofs(orm, rows)),
    find: (numbers) =>
      attempt(async () => {
        if (numbers.length > MAX_FOUND) throw new SluiceError({ code: 'invalid_request', param: 'numbers' })
        if (numbers.length === 0) return []
        const rows = await orm
          .select()
          .from(evidenceProofs)
          .where(inArray(number, [...numbers]))
        return rows.map((row) => ({
          ...{ number: row.number, state: row.state, proof: row.proof ?? undefined, why: row.why ?? undefined },
          madeAt: row.madeAt ?? undefined,
        }))
      }),
  }
}

/**
 * Asks for proofs of records. One that is there stays, one that failed is tried again.
 *
 * @param until when they must be there, where an auditor has named the records: then they come before the others.
 */
export async function requestProofs(
  connection: Pick<Database['orm'], 'insert'>,
  rows: readonly Pick<AuditRow, 'number' | 'tenant' | 'timeMs'>[],
  until?: Date,
): Promise<void> {
  const isNew = sql`${state} = 'failed'`
  const set = {
    ...{ state: 'due' as const, queuedAt: null, why: null },
    dueAt: sql`CASE WHEN ${isNew} THEN now() ELSE ${dueAt} END`,
    // The first of two ends counts. LEAST passes over NULL.
    answerBy: sql`CASE WHEN ${isNew} THEN excluded.answer_by ELSE LEAST(${answerBy}, excluded.answer_by) END`,
  }
  const setWhere = sql`${isNew} OR (${state} = 'due' AND excluded.answer_by IS NOT NULL)`
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values = rows.slice(start, start + ROWS_AT_ONCE).map(({ number: one, tenant, timeMs }) => ({
      ...{ number: one, tenant, at: new Date(timeMs), state: 'due' as const, dueAt: sql<Date>`now()` },
      ...(until === undefined ? {} : { answerBy: until }),
    }))
    await connection.insert(evidenceProofs).values(values).onConflictDoUpdate({ target: number, set, setWhere })
  }
}

/** What makes proofs, and those that are due. */
function openDueProofs({ orm }: Pick<Database, 'orm'>): Omit<EvidenceProofsRepository, 'request' | 'find'> {
  return {
    recordOf: (wanted) =>
      attempt(async () => {
        const ofProof = and(eq(auditEvents.number, evidenceProofs.number), eq(auditEvents.at, evidenceProofs.at))
        const [found] = await orm
          .select({ row: auditEvents })
          .from(evidenceProofs)
          .innerJoin(auditEvents, ofProof)
          .where(isDue(wanted))
        return found && toRow(found.row)
      }),
    unqueuedSince: (time) =>
      attempt(async () => {
        return await orm
          .select({ number, isNamed: sql<boolean>`${answerBy} IS NOT NULL` })
          .from(evidenceProofs)
          .where(and(eq(state, 'due'), or(isNull(queuedAt), lt(queuedAt, time))))
          .orderBy(asc(answerBy), asc(dueAt), asc(number))
          .limit(MAX_UNQUEUED)
      }),
    markQueued: (numbers, at) =>
      attempt(async () => {
        if (numbers.length === 0) return
        await orm
          .update(evidenceProofs)
          .set({ queuedAt: at })
          .where(inArray(number, [...numbers]))
      }),
    keep: (wanted, proof, at) =>
      attempt(async () => {
        const { rowCount } = await orm
          .update(evidenceProofs)
          .set({ state: 'proved', proof: Buffer.from(proof), madeAt: at, why: null })
          .where(isDue(wanted))
        return rowCount === 1
      }),
    fail: (wanted, why, at) =>
      attempt(async () => {
        const { rowCount } = await orm
          .update(evidenceProofs)
          .set({ state: 'failed', why, madeAt: at })
          .where(isDue(wanted))
        return rowCount === 1
      }),
    count: () =>
      attempt(async () => {
        const { rows } = await orm.execute<{ due: string; oldest: Date | string | null; overdue: string }>(
          sql`SELECT count(*)::text AS due, min(due_at) AS oldest,
            count(*) FILTER (WHERE answer_by < now())::text AS overdue
            FROM evidence_proofs WHERE state = 'due'`,
        )
        const { due = '0', oldest = null, overdue = '0' } = rows[0] ?? {}
        const oldestDueAt = oldest === null ? undefined : new Date(oldest)
        return { due: Number(due), oldestDueAt, overdue: Number(overdue) }
      }),
  }
}
