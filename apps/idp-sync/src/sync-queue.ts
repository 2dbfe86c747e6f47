import type { Clock } from '@sluice/contracts'
import type { DirectorySyncRepository, SyncTrigger } from '@sluice/db'
import {
  DIRECTORY_SYNC_JOB_OPTIONS,
  DIRECTORY_SYNC_JOBS,
  DIRECTORY_SYNC_QUEUE,
  directoryConfirmSchema,
  directoryPullSchema,
  JOB_KEY_PREFIX,
} from '@sluice/directory-sync'
import { openQueueConnection } from '@sluice/redis'
import { type Job, Queue, Worker } from 'bullmq'

interface SyncQueueOptions {
  readonly redisUrl: string
  /** The names of the directories. */
  readonly directories: readonly string[]
  readonly intervalMs: number
  readonly syncs: Pick<DirectorySyncRepository, 'find' | 'lastPulledAt'>
  readonly clock: Clock
  /** Pulls a directory. Resolves with false where another process does so already. */
  readonly pull: (directory: string, trigger: SyncTrigger) => Promise<boolean>
  /** Called with each failure of the queue or of a job. */
  readonly onError: (error: Error) => void
}

interface SyncQueue {
  /** Takes no more jobs and waits for the ones that run. */
  close(): Promise<void>
}

/** A worker that does not renew its lock for this long counts as dead. Its job goes to another worker. */
const LOCK_MS = 30_000
/** How often a confirmed pull asks again while another pull of its directory runs, and how many times. */
const CONFIRM_RETRY_MS = 1_000
const CONFIRM_ATTEMPTS = 300

/**
 * Has each directory pulled once per interval, by whichever replica is free: the schedule stands in Redis, where BullMQ
 * gives each job to one worker. One process works on as many directories at once as there are, on each only once.
 *
 * Without Redis nothing is pulled. The connections are retried for ever, and a schedule that was lost with Redis' data
 * is written again.
 */
export function openSyncQueue(options: SyncQueueOptions): SyncQueue {
  const { redisUrl, directories, onError } = options
  const connections = ['queue', 'worker'].map((name) =>
    openQueueConnection(redisUrl, `sluice-idp-sync-${name}`, onError),
  )
  const [queueConnection, workerConnection] = connections
  if (queueConnection === undefined || workerConnection === undefined) throw new Error('no connections')
  const queue = new Queue(DIRECTORY_SYNC_QUEUE, {
    connection: queueConnection,
    prefix: JOB_KEY_PREFIX,
    defaultJobOptions: DIRECTORY_SYNC_JOB_OPTIONS,
  })
  const worker = new Worker(DIRECTORY_SYNC_QUEUE, createProcessor(options), {
    connection: workerConnection,
    prefix: JOB_KEY_PREFIX,
    concurrency: Math.max(1, directories.length),
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
  })
  queue.on('error', onError)
  worker.on('error', onError)
  worker.on('failed', (_job, error) => onError(error))
  const keeper = keepSchedule(queue, options)
  queueConnection.on('ready', keeper.check)
  return {
    async close() {
      keeper.stop()
      // Without Redis a job cannot be handed back.
      await worker.close(workerConnection.status !== 'ready')
      await queue.close()
      for (const connection of connections) connection.disconnect()
    },
  }
}

function schedulerOf(directory: string): string {
  return `pull-${directory}`
}

/** How soon a schedule that could not be written is tried again. */
const SCHEDULE_RETRY_MS = 1_000

/**
 * Writes the schedule where it is missing or another: after each connection, once per interval, and soon after it could
 * not be written.
 */
function keepSchedule(queue: Queue, options: SyncQueueOptions) {
  const { intervalMs, onError } = options
  let running = false
  let started = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  async function run(): Promise<void> {
    await writeSchedule(queue, options)
    if (started) return
    await pullWhatIsOverdue(queue, options)
    started = true
  }
  function check(): void {
    // A connection that comes back while the service stops writes nothing any more.
    if (running || stopped) return
    running = true
    clearTimeout(retry)
    run()
      .catch((error: unknown) => {
        onError(error instanceof Error ? error : new Error('the schedule was not written'))
        retry = setTimeout(check, SCHEDULE_RETRY_MS).unref()
      })
      .finally(() => {
        running = false
      })
  }
  const timer = setInterval(check, intervalMs)
  timer.unref()
  return {
    check,
    stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(retry)
    },
  }
}

async function writeSchedule(queue: Queue, { directories, intervalMs }: SyncQueueOptions): Promise<void> {
  const present = new Map((await queue.getJobSchedulers()).map(({ key, every }) => [key, Number(every)]))
  for (const directory of directories) {
    const scheduler = schedulerOf(directory)
    // A schedule that is written again restarts its interval.
    if (present.get(scheduler) !== intervalMs) {
      const data = { directory, trigger: 'schedule' }
      await queue.upsertJobScheduler(scheduler, { every: intervalMs }, { name: DIRECTORY_SYNC_JOBS.pull, data })
    }
    present.delete(scheduler)
  }
  // Directories that are no longer configured.
  for (const scheduler of present.keys()) await queue.removeJobScheduler(scheduler)
}

async function pullWhatIsOverdue(queue: Queue, options: SyncQueueOptions): Promise<void> {
  for (const directory of options.directories) {
    if (!(await isOverdue(directory, options))) continue
    const deduplication = { id: `start-${directory}` }
    await queue.add(DIRECTORY_SYNC_JOBS.pull, { directory, trigger: 'start' }, { deduplication })
  }
}

async function isOverdue(directory: string, { syncs, clock, intervalMs }: SyncQueueOptions): Promise<boolean> {
  const at = await syncs.lastPulledAt(directory)
  return at === undefined || clock.nowMs() - at.getTime() >= intervalMs
}

function createProcessor(options: SyncQueueOptions) {
  const { directories, pull } = options
  return async (job: Job<unknown>): Promise<void> => {
    if (job.name === DIRECTORY_SYNC_JOBS.confirm) return await pullConfirmed(job, options)
    const { directory, trigger } = directoryPullSchema.parse(job.data)
    if (!directories.includes(directory)) return
    // Several replicas may have asked for it when they started.
    if (trigger === 'start' && !(await isOverdue(directory, options))) return
    await pull(directory, trigger)
  }
}

/** A pull that began before the confirmation may still run. This one then comes after it. */
async function pullConfirmed(job: Job<unknown>, { directories, syncs, pull }: SyncQueueOptions): Promise<void> {
  const { runId } = directoryConfirmSchema.parse(job.data)
  for (let attempt = 1; attempt <= CONFIRM_ATTEMPTS; attempt += 1) {
    const run = await syncs.find(runId)
    const waits = run?.plan?.confirmedAt !== undefined && run.plan.settledBy === undefined
    if (run === undefined || !waits || !directories.includes(run.directory)) return
    if (await pull(run.directory, 'confirm')) return
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_RETRY_MS))
  }
}
