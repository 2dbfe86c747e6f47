import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { recordOf, requestIdOf } from './made-up-records.ts'

interface OfferingOptions {
  readonly redisUrl: string
  readonly shards: number
  readonly sessions: number
  /** Records in all sessions together. */
  readonly perSecond: number
  /** The number of the first session; 0 by default. */
  readonly firstSession?: number
}

/** What was offered, by the names of the records. */
export interface Offered {
  /** The outbox said that it has them. */
  readonly acknowledged: readonly string[]
  /** The outbox gave no answer, or refused: they may have been kept or not. A gateway refuses such requests. */
  readonly uncertain: readonly string[]
}

export interface Offering {
  stop(): Promise<Offered>
}

const CONNECT_TIMEOUT_MS = 10_000
const LOOK_EVERY_MS = 50

/** Appends records as gateways do, each session one after another, until it is stopped. None is offered twice. */
export async function startOffering(options: OfferingOptions): Promise<Offering> {
  const { redisUrl, shards, sessions, perSecond, firstSession = 0 } = options
  const redis = createRedis(redisUrl)
  await waitForRedis(redis, CONNECT_TIMEOUT_MS)
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock, shards })
  const acknowledged: string[] = []
  const uncertain: string[] = []
  const everyMs = (1_000 * sessions) / perSecond
  let isOver = false

  async function offer(index: number): Promise<void> {
    const session = firstSession + index
    await sleep((everyMs * index) / sessions)
    for (let number = 0; !isOver; number += 1) {
      const startedMs = performance.now()
      const name = requestIdOf(session, number)
      await outbox.append(recordOf(session, number)).then(
        () => acknowledged.push(name),
        () => uncertain.push(name),
      )
      await sleep(Math.max(0, everyMs - (performance.now() - startedMs)))
    }
  }

  const running = Promise.all(Array.from({ length: sessions }, (_, index) => offer(index)))
  return {
    stop: async () => {
      isOver = true
      await running
      redis.disconnect()
      return { acknowledged, uncertain }
    },
  }
}

/** Offers records of a session of its own, one every 100 ms, until it holds. They count nowhere. */
export async function offerUntil(options: OfferingOptions, holds: () => boolean): Promise<void> {
  const offering = await startOffering({ ...options, sessions: 1, perSecond: 10, firstSession: options.sessions })
  while (!holds()) await sleep(LOOK_EVERY_MS)
  await offering.stop()
}
