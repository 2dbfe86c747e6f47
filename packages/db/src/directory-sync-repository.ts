import { ACTOR_MAX_LENGTH, SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { exclusively } from './directory-lock.ts'
import type { DirectorySyncCounts, DirectorySyncRun, PullKind, SyncTrigger } from './directory-sync-run.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, max, type SQL, sql } from './drizzle.ts'
import { directoryStates, directorySyncs } from './schema.ts'
import { toRun } from './stored-run.ts'

/** The runs of one tenant. */
interface RunsOf {
  readonly tenant: string
  /** Every directory of the tenant without it. */
  readonly directory?: string | undefined
}

interface RunsQuery extends RunsOf {
  /** 1 to 1,000 runs. */
  readonly limit: number
}

interface PlanConfirmation {
  readonly runId: string
  /** The tenant that the run must be of. */
  readonly tenant: string
  /** Who confirms: `user:SUB`; 1 to 512 characters. */
  readonly by: string
}

/** `expired` and `not_held` leave everything as it was; undefined: the tenant has no such run. */
export type ConfirmationOutcome = 'confirmed' | 'already_confirmed' | 'expired' | 'not_held'

interface NewRun {
  readonly directory: string
  readonly tenant: string
  readonly trigger: SyncTrigger
}

interface RunFindings {
  readonly pull?: PullKind | undefined
  readonly counts?: DirectorySyncCounts | undefined
  readonly fault: { readonly code: string; readonly message: string }
}

interface HeldFindings extends RunFindings {
  readonly counts: DirectorySyncCounts
  /** The subjects that the plan would revoke. */
  readonly subs: readonly string[]
  readonly digest: string
  readonly holdMs: number
}

/** Where the next pull goes on; `revision` must be the same when its result is applied. */
interface DirectoryState {
  readonly cursor?: string
  readonly fullPullAt?: Date
  readonly revision: number
}

/** What is known of the pulls. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface DirectorySyncRepository {
  /** The newest first. Throws `invalid_request` for a limit out of range. */
  lastRuns(query: RunsQuery): Promise<DirectorySyncRun[]>
  find(runId: string): Promise<DirectorySyncRun | undefined>
  /** Held plans that may still be confirmed or whose confirmation has not been used, the newest first; 100 at most. */
  pending(runs: RunsOf): Promise<DirectorySyncRun[]>
  /**
   * Confirms a held plan. The next pull, which comes within the interval or at once by a job, applies what of it is
   * still true; the confirmation counts once and for an hour.
   */
  confirm(confirmation: PlanConfirmation): Promise<ConfirmationOutcome | undefined>

  /** Begins a run. Runs that another process left unfinished become `failed`, and old runs are deleted. */
  begin(run: NewRun): Promise<string>
  fail(runId: string, findings: RunFindings): Promise<void>
  hold(runId: string, findings: HeldFindings): Promise<void>
  /** The state of a directory of this tenant; makes it where there is none. */
  state(directory: string, tenant: string): Promise<DirectoryState>
  /** Makes the next pull a complete one. */
  forgetCursor(directory: string): Promise<void>
  /** Whether a directory of the tenant has ever been pulled as a whole, and applied. */
  hasSynchronized(tenant: string): Promise<boolean>
  /**
   * How many users the applied pulls of the last `windowMs` have revoked, up to 30 days back, after the last pull that
   * used a confirmation.
   */
  revokedWithin(directory: Pick<NewRun, 'directory' | 'tenant'>, windowMs: number): Promise<number>
  /** When the directory was last pulled with success, or held. */
  lastPulledAt(directory: string): Promise<Date | undefined>
  /** Does the work unless another process works on this directory; then it returns undefined. */
  exclusively<T>(directory: string, work: () => Promise<T>): Promise<T | undefined>
}

const MAX_RUNS = 1_000
const MAX_PENDING = 100
/** More subjects than this are not kept with a plan: it can only be confirmed as a whole, by its digest. */
const MAX_KEPT_SUBS = 10_000
const CONFIRMED_FOR = sql`interval '1 hour'`
const KEPT_FOR = sql`interval '30 days'`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function createDirectorySyncRepository(database: Pick<Database, 'orm' | 'pool'>): DirectorySyncRepository {
  const { orm } = database
  const select = (condition: SQL | undefined, limit: number) =>
    attempt(async () => {
      const newestFirst = orm.select().from(directorySyncs).where(condition).orderBy(desc(directorySyncs.startedAt))
      return (await newestFirst.limit(limit)).map(toRun)
    })
  return {
    ...createRunWriter(database),
    lastRuns: async (query) => {
      if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > MAX_RUNS) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      return await select(areOf(query), query.limit)
    },
    hasSynchronized: (tenant) =>
      attempt(async () => {
        const hasPulled = and(eq(directoryStates.tenant, tenant), isNotNull(directoryStates.fullPullAt))
        const rows = await orm
          .select({ tenant: directoryStates.tenant })
          .from(directoryStates)
          .where(hasPulled)
          .limit(1)
        return rows.length > 0
      }),
    find: async (runId) => {
      if (!UUID.test(runId)) return undefined
      return await attempt(async () => {
        const [row] = await orm.select().from(directorySyncs).where(eq(directorySyncs.id, runId))
        return row && toRun(row)
      })
    },
    pending: (runs) => {
      const { outcome, heldUntil, settledBy } = directorySyncs
      return select(and(areOf(runs), eq(outcome, 'held'), gt(heldUntil, sql`now()`), isNull(settledBy)), MAX_PENDING)
    },
    confirm: async (confirmation) => {
      const { runId, by } = confirmation
      if (by === '' || by.length > ACTOR_MAX_LENGTH) throw new SluiceError({ code: 'invalid_request', param: 'by' })
      if (!UUID.test(runId)) return undefined
      return await attempt(() => confirmPlan(orm, confirmation))
    },
  }
}

function areOf({ tenant, directory }: RunsOf): SQL | undefined {
  const ofDirectory = directory === undefined ? undefined : eq(directorySyncs.directory, directory)
  return and(eq(directorySyncs.tenant, tenant), ofDirectory)
}

async function confirmPlan(
  orm: Database['orm'],
  { runId, tenant, by }: PlanConfirmation,
): Promise<ConfirmationOutcome | undefined> {
  const isRun = and(eq(directorySyncs.id, runId), eq(directorySyncs.tenant, tenant))
  const changed = await orm
    .update(directorySyncs)
    .set({ confirmedBy: by, confirmedAt: sql`now()`, heldUntil: sql`now() + ${CONFIRMED_FOR}` })
    .where(
      and(
        isRun,
        eq(directorySyncs.outcome, 'held'),
        gt(directorySyncs.heldUntil, sql`now()`),
        isNull(directorySyncs.confirmedAt),
      ),
    )
    .returning({ id: directorySyncs.id })
  if (changed.length > 0) return 'confirmed'
  const [row] = await orm.select().from(directorySyncs).where(isRun)
  if (row === undefined) return undefined
  if (row.outcome !== 'held') return 'not_held'
  return row.confirmedAt === null ? 'expired' : 'already_confirmed'
}

type RunWriter = Pick<
  DirectorySyncRepository,
  'begin' | 'fail' | 'hold' | 'state' | 'forgetCursor' | 'revokedWithin' | 'lastPulledAt' | 'exclusively'
>

function createRunWriter({ orm, pool }: Pick<Database, 'orm' | 'pool'>): RunWriter {
  const finishedAt = sql`now()`
  return {
    begin: ({ directory, tenant, trigger }) =>
      attempt(async () => {
        const ofDirectory = eq(directorySyncs.directory, directory)
        await orm
          .update(directorySyncs)
          .set({ outcome: 'failed', finishedAt, faultCode: 'interrupted', fault: 'The process ended during the pull.' })
          .where(and(ofDirectory, eq(directorySyncs.outcome, 'running')))
        await orm
          .update(directorySyncs)
          .set({ planSubs: null })
          .where(and(ofDirectory, isNotNull(directorySyncs.planSubs), lt(directorySyncs.heldUntil, sql`now()`)))
        await orm.delete(directorySyncs).where(and(ofDirectory, lt(directorySyncs.startedAt, sql`now() - ${KEPT_FOR}`)))
        const [row] = await orm
          .insert(directorySyncs)
          .values({ directory, tenant, trigger })
          .returning({ id: directorySyncs.id })
        if (row === undefined) throw new Error('an insert returned no row')
        return row.id
      }),
    fail: (runId, { pull = null, counts = null, fault }) =>
      attempt(async () => {
        await orm
          .update(directorySyncs)
          .set({ outcome: 'failed', finishedAt, pull, counts, faultCode: fault.code, fault: fault.message })
          .where(eq(directorySyncs.id, runId))
      }),
    hold: (runId, { pull = null, counts, fault, subs, digest, holdMs }) =>
      attempt(async () => {
        await orm
          .update(directorySyncs)
          .set({
            outcome: 'held',
            finishedAt,
            pull,
            counts,
            faultCode: fault.code,
            fault: fault.message,
            planDigest: digest,
            planSubs: subs.length > MAX_KEPT_SUBS ? null : [...subs],
            heldUntil: sql`now() + ${holdMs} * interval '1 millisecond'`,
          })
          .where(eq(directorySyncs.id, runId))
      }),
    state: (directory, tenant) => attempt(() => readState(orm, directory, tenant)),
    forgetCursor: (directory) =>
      attempt(async () => {
        await orm.update(directoryStates).set({ cursor: null }).where(eq(directoryStates.directory, directory))
      }),
    revokedWithin: ({ directory, tenant }, windowMs) => attempt(() => countRevoked(orm, directory, tenant, windowMs)),
    lastPulledAt: (directory) =>
      attempt(async () => {
        const [row] = await orm
          .select({ at: sql<Date | null>`max(${directorySyncs.startedAt})`.mapWith(directorySyncs.startedAt) })
          .from(directorySyncs)
          .where(and(eq(directorySyncs.directory, directory), sql`${directorySyncs.outcome} IN ('applied', 'held')`))
        return row?.at ?? undefined
      }),
    exclusively: (directory, work) => exclusively(pool, directory, work),
  }
}

async function countRevoked(
  orm: Database['orm'],
  directory: string,
  tenant: string,
  windowMs: number,
): Promise<number> {
  const { counts, finishedAt, id, outcome, settledBy } = directorySyncs
  const ofDirectory = and(areOf({ tenant, directory }), eq(outcome, 'applied'))
  const used = orm.select({ id: settledBy }).from(directorySyncs).where(isNotNull(settledBy))
  const confirmed = orm
    .select({ at: max(finishedAt) })
    .from(directorySyncs)
    .where(and(ofDirectory, inArray(id, used)))
  const begun = sql`greatest(now() - ${windowMs} * interval '1 millisecond', (${confirmed}))`
  const [row] = await orm
    .select({ revoked: sql<number>`coalesce(sum((${counts}->>'revocations')::int), 0)`.mapWith(Number) })
    .from(directorySyncs)
    .where(and(ofDirectory, gt(finishedAt, begun)))
  return row?.revoked ?? 0
}

async function readState(orm: Database['orm'], directory: string, tenant: string): Promise<DirectoryState> {
  await orm.insert(directoryStates).values({ directory, tenant }).onConflictDoNothing()
  const [row] = await orm.select().from(directoryStates).where(eq(directoryStates.directory, directory))
  if (row === undefined) throw new Error('an insert left no row')
  // The directory was of another tenant: with a cursor, its users would stay unknown in this one.
  if (row.tenant !== tenant) return { revision: row.revision }
  return {
    revision: row.revision,
    ...(row.cursor === null ? {} : { cursor: row.cursor }),
    ...(row.fullPullAt === null ? {} : { fullPullAt: row.fullPullAt }),
  }
}
