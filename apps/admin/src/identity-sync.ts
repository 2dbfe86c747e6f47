import { type Clock, type ControlRecord, createControlRecord, SluiceError } from '@sluice/contracts'
import {
  type ConfirmationOutcome,
  createDirectorySyncRepository,
  type Database,
  type DirectorySyncRun,
} from '@sluice/db'
import {
  DIRECTORY_SYNC_JOB_OPTIONS,
  DIRECTORY_SYNC_JOBS,
  DIRECTORY_SYNC_QUEUE,
  type DirectoryConfirmJob,
  JOB_KEY_PREFIX,
} from '@sluice/directory-sync'
import { newId } from '@sluice/service-kit/environment'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

interface IdentitySyncOptions {
  readonly database: Database
  /** Holds the queue of the job that starts the next pull early. */
  readonly redis: Redis
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  /** Called with each failure of the job queue; no caller sees them. */
  readonly onError: (error: Error) => void
}

interface SyncStatus {
  /** The newest first. */
  readonly runs: readonly DirectorySyncRun[]
  /** Runs whose plan waits for a confirmation, or is confirmed and waits for the next pull. */
  readonly held: readonly DirectorySyncRun[]
}

interface Confirmation {
  readonly runId: string
  readonly tenant: string
  /** `user:SUB`. */
  readonly actor: string
  readonly reason: string | undefined
  readonly requestId: string
}

interface ConfirmedPlan {
  readonly run: DirectorySyncRun
  /** False where the pull could not be started early: the next scheduled pull applies the plan. */
  readonly hastened: boolean
}

/** What administrators see of the identity sync, and the one thing that they can change. */
export interface IdentitySync {
  /** Throws `dependency_unavailable`. */
  status(tenant: string): Promise<SyncStatus>
  /**
   * Confirms a held plan, after its audit record: the next pull applies the part that is still true.
   * Throws `not_found` for a run that is none of the tenant's, `conflict` for one that does not wait (any more),
   * `audit_unavailable`, `dependency_unavailable`.
   */
  confirm(confirmation: Confirmation): Promise<ConfirmedPlan>
  close(): Promise<void>
}

/** The number of runs in which the last ones of each directory are looked for. */
const RUNS = 100

const REFUSALS: Readonly<Record<Exclude<ConfirmationOutcome, 'confirmed'>, string>> = {
  already_confirmed: 'This plan has been confirmed already.',
  expired: 'This plan has expired. The next pull makes a new one if it is still needed.',
  not_held: 'This run was not held, so there is nothing to confirm.',
}

export function createIdentitySync(options: IdentitySyncOptions): IdentitySync {
  const { database, redis, outbox, clock, onError } = options
  const syncs = createDirectorySyncRepository(database)
  const queue = new Queue<DirectoryConfirmJob>(DIRECTORY_SYNC_QUEUE, {
    connection: redis,
    prefix: JOB_KEY_PREFIX,
    defaultJobOptions: DIRECTORY_SYNC_JOB_OPTIONS,
  })
  queue.on('error', onError)

  async function hasten(runId: string): Promise<boolean> {
    try {
      await queue.add(DIRECTORY_SYNC_JOBS.confirm, { runId }, { jobId: `confirm-${runId}` })
      return true
    } catch (error) {
      onError(error instanceof Error ? error : new Error('the job could not be added'))
      return false
    }
  }

  return {
    async status(tenant) {
      const [runs, held] = await Promise.all([syncs.lastRuns({ tenant, limit: RUNS }), syncs.pending({ tenant })])
      return { runs, held }
    },
    async confirm(confirmation) {
      const { runId, tenant, actor } = confirmation
      const run = await syncs.find(runId)
      if (run?.tenant !== tenant) throw noSuchRun()
      const obstacle = obstacleTo(run, clock.nowMs())
      if (obstacle !== undefined) throw refuse(obstacle)
      await outbox.append(recordOf(run, confirmation, clock.nowMs()))
      const outcome = await syncs.confirm({ runId, tenant, by: actor })
      if (outcome === undefined) throw noSuchRun()
      if (outcome !== 'confirmed') throw refuse(outcome)
      return { run, hastened: await hasten(runId) }
    },
    close: () => queue.close(),
  }
}

/** Keeps the audit trail free of confirmations that cannot take effect. The database decides afterwards. */
function obstacleTo({ outcome, plan }: DirectorySyncRun, nowMs: number): keyof typeof REFUSALS | undefined {
  if (outcome !== 'held' || plan === undefined) return 'not_held'
  if (plan.confirmedAt !== undefined) return 'already_confirmed'
  return plan.until.getTime() <= nowMs ? 'expired' : undefined
}

function recordOf(run: DirectorySyncRun, confirmation: Confirmation, nowMs: number): ControlRecord {
  const { actor, reason, requestId, runId } = confirmation
  return createControlRecord({
    id: newId(),
    event: 'directory.confirmed',
    severity: 'critical',
    timeMs: nowMs,
    service: 'admin',
    actor,
    tenant: run.tenant,
    reason,
    requestId,
    details: {
      run_id: runId,
      directory: run.directory,
      revocations: run.counts?.revocations ?? 0,
      digest: run.plan?.digest ?? '',
    },
  })
}

function noSuchRun(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'There is no such run of the identity sync.', param: 'run_id' })
}

function refuse(outcome: keyof typeof REFUSALS): SluiceError {
  return new SluiceError({ code: 'conflict', message: REFUSALS[outcome], param: 'run_id' })
}
