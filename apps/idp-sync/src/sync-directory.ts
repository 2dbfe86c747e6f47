import { type Clock, type ControlRecord, SluiceError } from '@sluice/contracts'
import type { DirectorySyncCounts, DirectorySyncRepository, DirectoryUsersRepository, SyncTrigger } from '@sluice/db'
import {
  DirectoryFault,
  type DirectoryPull,
  digestOf,
  guardRevocations,
  type Reconciliation,
  type RevocationLimits,
} from '@sluice/directory-sync'
import type { FreezeControl, SessionStore } from '@sluice/sessions'
import type { Directory } from './directories/directory.ts'
import { pullAndCompare } from './pull-and-compare.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { type RevokeReport, revokeAccess } from './revoke-access.ts'

export interface SyncOptions {
  readonly syncs: DirectorySyncRepository
  readonly users: DirectoryUsersRepository
  readonly sessions: Pick<SessionStore, 'findUser'>
  readonly freezeControl: Pick<FreezeControl, 'freezeUser'>
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  readonly limits: RevocationLimits
  /** The longest that one pull may take, all attempts together. */
  readonly pullTimeoutMs: number
  /** After this long all users are read again, even where there is a cursor. */
  readonly fullPullEveryMs: number
  /** How long a held plan waits for its confirmation. */
  readonly holdMs: number
  readonly observe: (observation: SyncObservation) => void
}

/** What is logged and measured of a run; it names no user. */
export interface SyncObservation {
  readonly directory: string
  readonly runId: string
  readonly outcome: 'applied' | 'held' | 'failed'
  readonly pullMs: number
  readonly counts?: DirectorySyncCounts
  /** From the directory's last answer until everybody was frozen. */
  readonly freezeMs?: number
  readonly revoked?: RevokeReport
  readonly fault?: { readonly code: string; readonly message: string; readonly cause?: unknown }
  /** Set where the audit record of a hold or failure could not be written. */
  readonly recordFault?: unknown
}

/**
 * Pulls a directory once and applies the result: freezes users who are gone or disabled, then writes the users. A
 * pull that fails, is incomplete or would revoke too many changes nothing. Returns undefined where another process
 * pulls the directory. A fault of the directory is part of the result; only a run that cannot be stored is thrown
 * (`dependency_unavailable`).
 */
export async function syncDirectory(
  directory: Directory,
  trigger: SyncTrigger,
  options: SyncOptions,
  signal: AbortSignal,
): Promise<SyncObservation | undefined> {
  const { syncs, clock } = options
  const { name, tenant } = directory
  return await syncs.exclusively(name, async () => {
    const runId = await syncs.begin({ directory: name, tenant, trigger })
    const run = {
      directory,
      options,
      runId,
      startedMs: clock.monotonicMs(),
      record: createRecorder(directory, options),
    }
    const observation = await runOnce(run, signal).catch((error: unknown) => failRun(run, error, signal))
    options.observe(observation)
    return observation
  })
}

interface Run {
  readonly directory: Directory
  readonly options: SyncOptions
  readonly runId: string
  readonly startedMs: number
  readonly record: Recorder
}

async function runOnce(run: Run, outer: AbortSignal): Promise<SyncObservation> {
  const { directory, options, runId, startedMs } = run
  const { syncs, clock, limits } = options
  const signal = AbortSignal.any([outer, AbortSignal.timeout(options.pullTimeoutMs)])
  const state = await syncs.state(directory.name, directory.tenant)
  const full = state.fullPullAt === undefined || clock.nowMs() - state.fullPullAt.getTime() >= options.fullPullEveryMs
  const cursor = full ? undefined : state.cursor
  const of = { directory: directory.name, tenant: directory.tenant }
  const revokedBefore = await syncs.revokedWithin(of, limits.windowMs)
  const { plan, pull, pulledMs } = await pullAndCompare({ ...options, directory, cursor, revokedBefore, signal })
  const pending = await syncs.pending(of)
  const decision = guardRevocations(plan, limits, pending, revokedBefore)
  if (!decision.passes) return await hold(run, plan, pull, revokedBefore)
  const revoked = await revokeAccess(plan, { ...options, ...of, runId })
  const freezeMs = clock.monotonicMs() - pulledMs
  await apply(run, { plan, pull, revision: state.revision, settles: decision.uses })
  return {
    directory: directory.name,
    runId,
    outcome: 'applied',
    counts: plan.counts,
    pullMs: pulledMs - startedMs,
    freezeMs,
    revoked,
  }
}

async function hold(
  run: Run,
  plan: Reconciliation,
  { kind }: DirectoryPull,
  revokedBefore: number,
): Promise<SyncObservation> {
  const { directory, options, runId, startedMs, record } = run
  const { counts, knownActive } = plan
  const pullMs = options.clock.monotonicMs() - startedMs
  const subs = plan.revocations.map(({ sub }) => sub)
  const hours = Math.round((options.limits.windowMs / 3_600_000) * 10) / 10
  const before = revokedBefore === 0 ? '' : `, with ${revokedBefore} of the last ${hours} hours`
  const message = `The pull would revoke ${subs.length} of ${knownActive} active users${before}; a CISO must confirm it.`
  const fault = { code: 'too_many_revocations', message }
  const findings = { pull: kind, counts, fault, subs, digest: digestOf(subs), holdMs: options.holdMs }
  await options.syncs.hold(runId, findings)
  const recordFault = await record('directory.held', runId, message, detailsOf(counts))
  const observation = { directory: directory.name, runId, outcome: 'held', counts, pullMs, fault } as const
  return { ...observation, ...recordFault }
}

interface Applicable {
  readonly plan: Reconciliation
  readonly pull: DirectoryPull
  readonly revision: number
  readonly settles: readonly string[]
}

/** Writes the users, but only where the audit record was accepted. */
async function apply({ directory, options, runId, record }: Run, applicable: Applicable): Promise<void> {
  const { plan, pull, revision, settles } = applicable
  const { upserts, removedSubs, droppedSubs, passedSubs, counts } = plan
  const what = { runId, directory: directory.name, tenant: directory.tenant, revision, counts }
  const applied = await options.users.apply(
    { ...what, upserts, removedSubs, droppedSubs, passedSubs, pull: pull.kind, cursor: pull.cursor, settles },
    async () => {
      if (plan.changes.length === 0) return
      const { recordFault } = await record('directory.synced', runId, 'A pull was applied.', detailsOf(counts))
      if (recordFault !== undefined) throw new SluiceError('audit_unavailable', { cause: recordFault })
    },
  )
  if (!applied) throw new DirectoryFault('overtaken', 'Another pull was applied while this one ran.')
}

function detailsOf(counts: DirectorySyncCounts): Record<string, number> {
  return { ...counts }
}

async function failRun(run: Run, error: unknown, outer: AbortSignal): Promise<SyncObservation> {
  const { directory, options, runId, startedMs, record } = run
  const fault = outer.aborted ? INTERRUPTED : faultOf(error)
  await options.syncs.fail(runId, { fault: { code: fault.code, message: fault.message } })
  // The stop of a service is not recorded: another replica takes over.
  const recordFault = outer.aborted ? {} : await record('directory.failed', runId, fault.message, { code: fault.code })
  const pullMs = options.clock.monotonicMs() - startedMs
  return { directory: directory.name, runId, outcome: 'failed', pullMs, fault, ...recordFault }
}

const INTERRUPTED = { code: 'interrupted', message: 'The service was stopped during the pull.' }

/** Messages of other errors may quote values; those of the error table do not. */
function faultOf(error: unknown): { readonly code: string; readonly message: string; readonly cause?: unknown } {
  if (error instanceof DirectoryFault) return { code: error.code, message: error.message, cause: error.cause }
  if (error instanceof SluiceError) return { code: error.code, message: error.message, cause: error.cause }
  return { code: 'internal_error', message: 'Something went wrong on our side.', cause: error }
}
