import type { Clock } from '@sluice/contracts'
import type { SoarDeliveriesRepository } from '@sluice/db'
import { openQueueConnection } from '@sluice/redis'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { AttemptResult } from './post-message.ts'

interface DeliveryQueueOptions {
  readonly redisUrl: string
  readonly deliveries: Pick<SoarDeliveriesRepository, 'find' | 'unqueuedSince' | 'markQueued' | 'note'>
  readonly post: (message: { readonly id: string; readonly body: string }) => Promise<AttemptResult>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly attempts: number
  readonly backoffMs: number
  /** Messages under way at a time. */
  readonly concurrency: number
  readonly onResult: (result: AttemptResult['outcome'] | 'dead') => void
  readonly onError: (error: Error) => void
}

interface DeliveryQueue {
  close(): Promise<void>
}

const NAME = 'soar-deliveries'
const PREFIX = 'sluice:{queues}'
/** How often deliveries are looked for that the queue has not got. */
const LOOK_EVERY_MS = 1_000
/** A pending delivery is given to the queue again after so long: the queue may have been lost, and takes it once. */
const GIVE_AGAIN_MS = 600_000

/**
 * Delivers what PostgreSQL has as pending: tried again with growing waits, and given up after the last attempt. Where
 * the queue is lost, PostgreSQL has it still.
 */
export function startDeliveryQueue(options: DeliveryQueueOptions): DeliveryQueue {
  const { redisUrl, deliveries, post, clock, attempts, backoffMs, onResult, onError } = options
  const connections = ['queue', 'worker'].map((part) =>
    openQueueConnection(redisUrl, `sluice-${NAME}-${part}`, onError),
  )
  const [queueConnection, workerConnection] = connections as [Redis, Redis]
  const queue = new Queue(NAME, { connection: queueConnection, prefix: PREFIX })
  const worker = new Worker(
    NAME,
    async ({ data, attemptsMade }) => {
      const { id } = data as { readonly id: string }
      const delivery = await deliveries.find(id)
      if (delivery?.state !== 'pending') return
      const result = await post({ id, body: JSON.stringify(delivery.body) })
      const isLast = result.outcome === 'gone' || (result.outcome === 'failed' && attemptsMade + 1 >= attempts)
      const state = result.outcome === 'delivered' ? 'delivered' : isLast ? 'dead' : 'pending'
      await deliveries.note(id, { state, lastStatus: result.status, at: new Date(clock.nowMs()) })
      onResult(state === 'dead' ? 'dead' : result.outcome)
      if (state === 'dead') throw new UnrecoverableError('given up')
      if (state === 'pending') throw new Error('not taken')
    },
    { connection: workerConnection, prefix: PREFIX, concurrency: options.concurrency },
  )
  queue.on('error', onError)
  worker.on('error', onError)

  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    const nowMs = clock.nowMs()
    for (const id of await deliveries.unqueuedSince(new Date(nowMs - GIVE_AGAIN_MS))) {
      // A job that the queue has already is not added twice.
      await queue.add(
        'post',
        { id },
        {
          jobId: id,
          attempts,
          backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
          ...{ removeOnComplete: true, removeOnFail: true },
        },
      )
      await deliveries.markQueued(id, new Date(nowMs))
    }
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error('deliveries were not queued')))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  return {
    close: async () => {
      clearInterval(timer)
      await looking
      await worker.close(workerConnection.status !== 'ready')
      await queue.close()
      for (const connection of connections) connection.disconnect()
    },
  }
}
