import type { Clock } from '@sluice/contracts'
import type { EvidenceProofsRepository } from '@sluice/db'
import { openQueueConnection } from '@sluice/redis'
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ProofMade } from './prove-record.ts'

interface ProofQueueOptions {
  readonly redisUrl: string
  readonly proofs: Pick<EvidenceProofsRepository, 'unqueuedSince' | 'markQueued' | 'fail'>
  /** Makes the proof of a record and keeps it. Rejects where it is to be tried again. */
  readonly prove: (number: number) => Promise<ProofMade>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Proofs under way at a time. */
  readonly concurrency: number
  /** How many may wait in Redis; the others wait in PostgreSQL. */
  readonly maxQueued?: number
  readonly onMade: (made: ProofMade | 'failed') => void
  readonly onError: (error: Error) => void
}

/** The queue of proofs, with the workers of this process. */
export interface ProofQueue {
  /** Gives the queue a proof that somebody waits for: it comes before the others. */
  hurry(number: number): Promise<void>
  close(): Promise<void>
}

const NAME = 'evidence-proofs'
const PREFIX = 'sluice:{queues}'
/** How often proofs are looked for that the queue has not got. */
const LOOK_EVERY_MS = 500
/** Some seconds of work: requests can make proofs due faster than processors make them, for hours. */
const MAX_QUEUED = 500
/** A due proof is given to the queue again after so long: the queue may have been lost, and takes it once. */
const GIVE_AGAIN_MS = 120_000
const ATTEMPTS = 8
const BACKOFF_MS = 500
/** BullMQ's priorities: a smaller one comes first. */
const HURRIED = 1
const USUAL = 10

/**
 * Makes what PostgreSQL has as due, in whichever order: tried again with growing waits, and given up after the last
 * attempt. Where the queue is lost, or a worker ends over a proof, PostgreSQL has it still.
 */
export function startProofQueue(options: ProofQueueOptions): ProofQueue {
  const { redisUrl, proofs, prove, clock, onMade, onError, maxQueued = MAX_QUEUED } = options
  const connections = ['queue', 'worker'].map((part) =>
    openQueueConnection(redisUrl, `sluice-${NAME}-${part}`, onError),
  )
  const [queueConnection, workerConnection] = connections as [Redis, Redis]
  const queue = new Queue(NAME, { connection: queueConnection, prefix: PREFIX })
  const worker = new Worker(
    NAME,
    async ({ data, attemptsMade }) => {
      const { number } = data as { readonly number: number }
      try {
        onMade(await prove(number))
      } catch (error) {
        if (attemptsMade + 1 < ATTEMPTS) throw error
        if (await proofs.fail(number, 'attempts', new Date(clock.nowMs()))) onMade('failed')
        throw new UnrecoverableError('given up')
      }
    },
    { connection: workerConnection, prefix: PREFIX, concurrency: options.concurrency },
  )
  queue.on('error', onError)
  worker.on('error', onError)
  const jobOf = (number: number, priority: number) => ({
    name: 'prove',
    data: { number },
    opts: {
      // A job that the queue has already is not added twice.
      ...{ jobId: idOf(number), priority, attempts: ATTEMPTS },
      backoff: { type: 'exponential', delay: BACKOFF_MS, jitter: 0.5 },
      ...{ removeOnComplete: true, removeOnFail: true },
    },
  })

  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    const nowMs = clock.nowMs()
    const found = await proofs.unqueuedSince(new Date(nowMs - GIVE_AGAIN_MS))
    const room = found.length === 0 ? 0 : maxQueued - (await queue.count())
    // An auditor waits for those that are named, and they come first.
    const unqueued = found.filter(({ isNamed }, place) => isNamed || place < room)
    if (unqueued.length === 0) return
    await queue.addBulk(unqueued.map(({ number, isNamed }) => jobOf(number, isNamed ? HURRIED : USUAL)))
    for (const { number, isNamed } of unqueued) if (isNamed) await putFirst(await queue.getJob(idOf(number)))
    await proofs.markQueued(
      unqueued.map(({ number }) => number),
      new Date(nowMs),
    )
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error('proofs were not queued')))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  return {
    hurry: async (number) => {
      const { name, data, opts } = jobOf(number, HURRIED)
      const job = await queue.add(name, data, opts)
      await putFirst(job)
    },
    close: async () => {
      clearInterval(timer)
      await looking
      await worker.close(workerConnection.status !== 'ready')
      await queue.close()
      for (const connection of connections) connection.disconnect()
    },
  }
}

/** A number alone is no id for BullMQ. */
const idOf = (number: number) => `proof-${number}`

/** A job that is there already keeps its place otherwise; one that is under way needs none. */
async function putFirst(job: Job | undefined): Promise<void> {
  await job?.changePriority({ priority: HURRIED }).catch(() => undefined)
}
