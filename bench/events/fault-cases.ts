import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'
import type { SyslogReceiver } from './syslog-receiver.ts'
import { countRows } from './trail-rows.ts'
import type { Worker } from './worker.ts'

/** What a case may disturb while records are offered. */
export interface Scene {
  readonly stage: Stage
  /** Each moves records to the trail when it is its turn, and feeds one of the receivers. */
  readonly workers: readonly [Worker, Worker]
  readonly receivers: readonly SyslogReceiver[]
  readonly outageMs: number
  readonly kills: number
  readonly random: () => number
}

interface FaultCase {
  readonly summary: string
  disturb(scene: Scene): Promise<void>
}

const LOOK_EVERY_MS = 10
const LONGEST_KILL_DELAY_MS = 400
const RESUME_TIMEOUT_MS = 60_000

/** What goes wrong, by name. */
export const FAULT_CASES: Readonly<Record<string, FaultCase>> = {
  calm: {
    summary: 'nothing goes wrong',
    disturb: ({ outageMs }) => sleep(outageMs),
  },
  'syslog-down': {
    summary: 'the syslog receivers are away',
    disturb: async ({ receivers, outageMs }) => {
      await Promise.all(receivers.map((receiver) => receiver.end()))
      await sleep(outageMs)
      await Promise.all(receivers.map((receiver) => receiver.start()))
    },
  },
  'postgres-restart': {
    summary: 'PostgreSQL is away and comes back',
    disturb: async ({ stage: { postgres }, outageMs }) => {
      await postgres.end()
      await sleep(outageMs)
      await postgres.start()
    },
  },
  'redis-restart': {
    summary: 'Redis is restarted with its append-only file',
    disturb: async ({ stage: { redis } }) => {
      await redis.restart()
    },
  },
  'redis-killed': {
    summary: 'Redis is killed with SIGKILL and started again with its append-only file',
    disturb: async ({ stage: { redis } }) => {
      await redis.kill()
      await redis.restart()
    },
  },
  'redis-stopped': {
    summary: 'Redis is stopped with SIGSTOP and continued',
    disturb: async ({ stage: { redis }, outageMs }) => {
      const pid = redis.pid()
      if (pid === undefined) throw new Error('This Redis is no process of this machine.')
      process.kill(pid, 'SIGSTOP')
      try {
        await sleep(outageMs)
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
  },
  'writer-killed': {
    summary: 'the workers are killed with SIGKILL at random points, again and again',
    disturb: killAgainAndAgain,
  },
}

/** Each kill comes when rows have been entered since the last one, at a random moment after that. */
async function killAgainAndAgain({ stage, workers, kills, random }: Scene): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await untilRowsCome(stage)
    await sleep(random() * LONGEST_KILL_DELAY_MS)
    await Promise.all(workers.map((worker) => worker.kill()))
    await dropLeases(stage)
    await Promise.all(workers.map((worker) => worker.start()))
  }
}

async function untilRowsCome({ database }: Stage): Promise<void> {
  const before = await countRows(database)
  const startedMs = performance.now()
  while ((await countRows(database)) === before) {
    if (performance.now() - startedMs > RESUME_TIMEOUT_MS) throw new Error('No row was entered after a kill.')
    await sleep(LOOK_EVERY_MS)
  }
}

/** What dead processes held runs out by itself after 5 s, which 50 kills need not wait for. */
async function dropLeases({ redisClient }: Stage): Promise<void> {
  const leases = [
    ...(await redisClient.keys('sluice:{outbox:*:lease')),
    ...(await redisClient.keys('sluice:{outbox}:members:*')),
  ]
  if (leases.length > 0) await redisClient.del(...leases)
}
