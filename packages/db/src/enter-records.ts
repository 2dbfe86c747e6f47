import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AuditEntry, canonicalJson } from '@sluice/contracts'
import { commitToDigests, digestRecord } from '@sluice/evidence/log'
import type { Database } from './database.ts'
import { inArray, sql } from './drizzle.ts'
import { evidenceProofs } from './evidence-proof-tables.ts'
import { auditPositions, logHead } from './log-tables.ts'
import { growLog } from './log-tiles.ts'
import { addRequestCounts, type CountedRequests } from './request-counts.ts'
import { addUsage, type EntryUsage } from './usage-sums.ts'

/** An entry with what the outbox says of its record. */
export interface RecordedEntry extends AuditEntry {
  /** The number of the record's first event among those of its session. */
  readonly sequence?: number | undefined
  /** Writes the public part of the record, once its number among those of its tenant is known; absent: it has none. */
  readonly evidenceAt?: ((position: number) => string) | undefined
  /** Whether a proof is to be made without being asked for. */
  readonly isProofDue?: boolean | undefined
  /** What the exchange has cost; it is added up and not kept with the entry. */
  readonly usage?: EntryUsage | undefined
  /** How it counts among requests; it is added up and not kept with the entry. */
  readonly counted?: CountedRequests | undefined
}

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

/** The letters `audit` as a number: the advisory lock of whoever enters. */
const LOCK = 0x61_75_64_69_74

/** Waits until nobody enters records, and keeps others from it until the transaction ends. */
export async function lockTrail(transaction: Pick<Transaction, 'execute'>): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)
}

const SALT_BYTES = 32
/** Records that are committed to in one turn of the event loop: a few milliseconds. */
const SLICE = 100

/**
 * Enters records in their order, each once, and their commitments into the log. One process at a time does so: else a
 * reader could see a number before a lower one is there, and numbers could have gaps. Returns how many were new.
 */
export async function enterRecords(transaction: Transaction, entries: readonly RecordedEntry[]): Promise<number> {
  await lockTrail(transaction)
  const entering = await withoutKnown(transaction, entries.map(storable))
  if (entering.length === 0) return 0
  const size = await sizeOfLog(transaction)
  const positions = await lastPositions(transaction, entering)
  const rows: Row[] = []
  for (const [index, entry] of entering.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn()
    const position = (positions.get(entry.tenant) ?? 0) + 1
    positions.set(entry.tenant, position)
    rows.push(rowOf(entry, size + index + 1, position))
  }
  await insert(transaction, rows)
  await insertDueProofs(transaction, rows)
  await addUsage(transaction, entering)
  await addRequestCounts(transaction, entering)
  await growLog(
    transaction,
    size,
    rows.map(({ committed }) => committed),
  )
  await keepCounts(transaction, size + rows.length, positions)
  return rows.length
}

/**
 * PostgreSQL stores neither the character NUL nor half a pair of surrogates, and one such text would keep everything
 * behind it out of the trail. Source: PostgreSQL's documentation, section 8.14, JSON types.
 */
function storable({ evidenceAt, ...entry }: RecordedEntry): RecordedEntry {
  return { ...JSON.parse(JSON.stringify(entry, storableValue)), evidenceAt }
}

function storableValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value)
  const isStorable = members.every(([name]) => storableText(name) === name)
  return isStorable ? value : Object.fromEntries(members.map(([name, member]) => [storableText(name), member]))
}

function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** The entries that are not in the trail, the first of each id. */
async function withoutKnown(transaction: Transaction, entries: readonly RecordedEntry[]): Promise<RecordedEntry[]> {
  const byId = new Map(entries.toReversed().map((entry) => [entry.id, entry]))
  const asked = JSON.stringify([...byId.values()].map(({ id, timeMs }) => ({ id, at: new Date(timeMs) })))
  const { rows } = await transaction.execute<{ id: string }>(sql`
    SELECT known.id FROM jsonb_to_recordset(${asked}::jsonb) AS asked(id text, at timestamptz)
    JOIN audit_events AS known ON known.id = asked.id AND known.at = asked.at`)
  for (const { id } of rows) byId.delete(id)
  return entries.filter((entry) => byId.get(entry.id) === entry)
}

async function sizeOfLog(transaction: Transaction): Promise<number> {
  const [head] = await transaction.select({ size: logHead.size }).from(logHead)
  return head?.size ?? 0
}

async function lastPositions(
  transaction: Transaction,
  entries: readonly RecordedEntry[],
): Promise<Map<string, number>> {
  const tenants = [...new Set(entries.map(({ tenant }) => tenant))]
  const rows = await transaction.select().from(auditPositions).where(inArray(auditPositions.tenant, tenants))
  return new Map(rows.map(({ tenant, last }) => [tenant, last]))
}

interface Row {
  readonly number: number
  readonly entry: RecordedEntry
  /** As the columns of the table are named. */
  readonly columns: Readonly<Record<string, unknown>>
  readonly committed: Uint8Array
}

function rowOf(entry: RecordedEntry, number: number, position: number): Row {
  const {
    timeMs,
    sessionId,
    sequence,
    requestId,
    policyIds,
    record,
    evidenceAt,
    isProofDue: _due,
    usage: _usage,
    counted: _counted,
    ...same
  } = entry
  const salt = randomBytes(SALT_BYTES)
  const digest = digestRecord(salt, Buffer.from(canonicalJson({ position, sequence, record })))
  const evidence = evidenceAt?.(position)
  const committed = commitToDigests(Buffer.from(evidence ?? ''), digest)
  const columns = {
    ...{ ...same, number, position, sequence, record, at: new Date(timeMs), session_id: sessionId, evidence },
    ...{ request_id: requestId, policy_ids: policyIds, salt: bytesText(salt), commitment: bytesText(committed) },
    record_digest: bytesText(digest),
  }
  return { number, entry, columns, committed }
}

/** Bytes as PostgreSQL reads them from a text. */
function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}

/** One parameter for all rows: thousands of parameters would cost more than the rows themselves. */
async function insert(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  const json = JSON.stringify(rows.map(({ columns }) => columns))
  await transaction.execute(sql`
    INSERT INTO audit_events (number, id, tenant, position, at, type, severity, sub, actor, session_id, sequence,
      request_id, code, layers, policy_ids, record, salt, commitment, evidence, record_digest)
    SELECT number, id, tenant, position, at, type, severity, sub, actor, session_id, sequence,
      request_id, code, layers, policy_ids, record, salt, commitment, evidence, record_digest
    FROM jsonb_to_recordset(${json}::jsonb) AS entered(number bigint, id text, tenant text, position bigint,
      at timestamptz, type text, severity smallint, sub text, actor text, session_id bigint, sequence bigint,
      request_id text, code text, layers text[], policy_ids text[], record jsonb, salt bytea, commitment bytea, evidence text,
      record_digest bytea)`)
}

async function insertDueProofs(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  const due = rows.flatMap(({ number, entry: { tenant, timeMs, isProofDue } }) =>
    isProofDue === true ? [{ number, tenant, at: new Date(timeMs).toISOString() }] : [],
  )
  if (due.length === 0) return
  await transaction.execute(sql`
    INSERT INTO ${evidenceProofs} (number, at, tenant, state, due_at)
    SELECT number, at, tenant, 'due', now()
    FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS due(number bigint, at timestamptz, tenant text)`)
}

async function keepCounts(
  transaction: Transaction,
  size: number,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  const only = 1
  await transaction.insert(logHead).values({ only, size }).onConflictDoUpdate({ target: logHead.only, set: { size } })
  await transaction
    .insert(auditPositions)
    .values([...positions].map(([tenant, last]) => ({ tenant, last })))
    .onConflictDoUpdate({ target: auditPositions.tenant, set: { last: sql`excluded.last` } })
}
