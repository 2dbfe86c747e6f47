import {
  APPROVAL_JOBS,
  APPROVAL_QUEUE,
  APPROVAL_QUEUE_PREFIX,
  type Approvals,
  executeJobSchema,
} from '@sluice/approvals'
import { openQueueConnection } from '@sluice/redis'
import { type Job, Queue, Worker } from 'bullmq'
import type { ApprovedRequests } from './approved-requests.ts'

interface ApprovalQueueOptions {
  readonly redisUrl: string
  /** Requests that this process carries out at once. */
  readonly concurrency: number
  /** How often the approvals are looked through, by one of the workers, in milliseconds. */
  readonly sweepMs: number
  readonly approvals: Pick<Approvals, 'approved' | 'lapseDue'>
  readonly requests: Pick<ApprovedRequests, 'execute' | 'stop'>
  /** Called with each failure of the queue or of a job. */
  readonly onError: (error: Error) => void
}

interface ApprovalQueue {
  /** Takes no more jobs. */
  pause(): Promise<void>
  /** Stops what runs, and waits for it. */
  close(): Promise<void>
}

/** A worker that does not renew its lock for this long counts as dead. Its job goes to another worker. */
const LOCK_MS = 5_000
/** How many approvals one sweep looks at: the next one comes soon. */
const SWEPT_AT_ONCE = 100
/** A request that could not be begun is tried again after this many seconds. */
const RETRY_AFTER_S = 15

/**
 * Works on approved requests. PostgreSQL says what waits; a sweep brings it into the queue, where BullMQ gives each job
 * to one worker. A job that is lost comes again with the next sweep, and one that comes twice finds nothing to do.
 */
export function openApprovalQueue(options: ApprovalQueueOptions): ApprovalQueue {
  const { redisUrl, concurrency, sweepMs, requests, onError } = options
  const queueConnection = openQueueConnection(redisUrl, 'sluice-approvals-queue', onError)
  const workerConnection = openQueueConnection(redisUrl, 'sluice-approvals-worker', onError)
  const queue = new Queue(APPROVAL_QUEUE, {
    connection: queueConnection,
    prefix: APPROVAL_QUEUE_PREFIX,
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  })
  const worker = new Worker(APPROVAL_QUEUE, createProcessor(queue, options), {
    connection: workerConnection,
    prefix: APPROVAL_QUEUE_PREFIX,
    // One more for the sweep, which must not wait for the models.
    concurrency: concurrency + 1,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
  })
  queue.on('error', onError)
  worker.on('error', onError)
  worker.on('failed', (_job, error) => onError(error))
  // Written again after each connection: Redis may have lost it.
  queueConnection.on('ready', () => {
    queue.upsertJobScheduler('sweep', { every: sweepMs }, { name: APPROVAL_JOBS.sweep }).catch(onError)
  })
  return {
    pause: () => worker.pause(true),
    async close() {
      requests.stop()
      // Without Redis a job cannot be handed back.
      await worker.close(workerConnection.status !== 'ready')
      await queue.close()
      for (const connection of [queueConnection, workerConnection]) connection.disconnect()
    },
  }
}

function createProcessor(queue: Queue, { approvals, requests }: ApprovalQueueOptions) {
  return async (job: Job<unknown>): Promise<void> => {
    if (job.name === APPROVAL_JOBS.sweep) return await sweep(queue, approvals)
    await requests.execute(executeJobSchema.parse(job.data))
  }
}

/** Changes what has lapsed, and brings what waits for a worker into the queue. */
async function sweep(queue: Queue, approvals: Pick<Approvals, 'approved' | 'lapseDue'>): Promise<void> {
  await approvals.lapseDue(SWEPT_AT_ONCE)
  const waiting = await approvals.approved(SWEPT_AT_ONCE)
  await queue.addBulk(
    waiting.map(({ tenant, id, run }) => ({
      name: APPROVAL_JOBS.execute,
      data: { tenant, id, run },
      // The same job is in the queue once.
      opts: { jobId: `${id}-${run}`, removeOnComplete: { age: RETRY_AFTER_S } },
    })),
  )
}
