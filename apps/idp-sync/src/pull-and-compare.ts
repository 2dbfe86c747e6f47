import type { Clock } from '@sluice/contracts'
import type { DirectorySyncRepository, DirectoryUsersRepository } from '@sluice/db'
import {
  createIndex,
  DirectoryFault,
  type DirectoryPull,
  guardRevocations,
  type KnownUsers,
  type Reconciliation,
  type RevocationLimits,
  reconcile,
} from '@sluice/directory-sync'
import type { Directory } from './directories/directory.ts'

interface PullOptions {
  readonly directory: Directory
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  readonly users: Pick<DirectoryUsersRepository, 'known'>
  readonly syncs: Pick<DirectorySyncRepository, 'pending'>
  readonly clock: Clock
  readonly limits: RevocationLimits
  /** How many users earlier pulls of the window have revoked. */
  readonly revokedBefore: number
}

interface Compared {
  readonly pull: DirectoryPull
  readonly plan: Reconciliation
  /** When the directory gave its last answer, by the monotonic clock. */
  readonly pulledMs: number
}

/** A pull whose parts contradict each other is repeated: people may be at work in the directory. */
const ATTEMPTS = 3

/**
 * Pulls a directory and compares it with the known users: all of them where the cursor has expired or a delta was not
 * enough, and again where the parts contradict each other. Throws `DirectoryFault`, `dependency_unavailable`.
 */
export async function pullAndCompare(options: PullOptions): Promise<Compared> {
  const { directory, clock } = options
  // The users are read while the directory answers, because no other process writes the users of this directory.
  const [known, first] = await Promise.all([readKnown(options), pullSoundly(options, options.cursor)])
  let pull = first
  for (let attempt = 1; ; attempt += 1) {
    try {
      const pulledMs = clock.monotonicMs()
      const plan = reconcile({ directory: directory.name, known, pull })
      if (pull.kind === 'snapshot') await requireAbsence(options, plan)
      return { pull, plan, pulledMs }
    } catch (error) {
      if (!isWorthAnother(error) || attempt >= ATTEMPTS) throw error
      pull = await pullSoundly(options, undefined)
    }
  }
}

async function readKnown({ directory, users }: PullOptions): Promise<KnownUsers> {
  const index = createIndex(directory.name)
  for await (const page of users.known(directory.tenant)) index.add(page)
  return index.known()
}

async function pullSoundly({ directory, signal }: PullOptions, cursor: string | undefined): Promise<DirectoryPull> {
  let from = cursor
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTime(directory.pull({ cursor: from, signal }), signal)
    } catch (error) {
      if (!isWorthAnother(error) || attempt >= ATTEMPTS || signal.aborted) throw error
      if (error.code === 'cursor_expired') from = undefined
    }
  }
}

/** A directory that ignores the signal must not keep its lock for ever. */
async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>()
  const give = () => late.reject(new DirectoryFault('timeout', 'The directory took too long.'))
  signal.addEventListener('abort', give, { once: true })
  if (signal.aborted) give()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', give)
  }
}

function isWorthAnother(error: unknown): error is DirectoryFault {
  return error instanceof DirectoryFault && (error.code === 'cursor_expired' || error.code === 'incomplete')
}

/** A plan that is held anyway is not worth one request per user. */
async function requireAbsence(options: PullOptions, plan: Reconciliation): Promise<void> {
  const { directory, syncs, limits, revokedBefore, signal } = options
  if (directory.stillPresent === undefined || plan.missingIds.length === 0) return
  const { tenant, name } = directory
  const pending = await syncs.pending({ tenant, directory: name })
  if (!guardRevocations(plan, limits, pending, revokedBefore).passes) return
  const present = await withinTime(directory.stillPresent(plan.missingIds, signal), signal)
  if (present.length === 0) return
  throw new DirectoryFault('incomplete', `The list of users left out ${present.length} that are there.`)
}
