import { setTimeout as sleep } from 'node:timers/promises'
import type { KafkaServer } from '@sluice/testkit'
import type { KafkaReader } from './kafka-reader.ts'
import type { Stage } from './stage.ts'
import type { SyslogReceiver } from './syslog-receiver.ts'
import { countRows } from './trail-rows.ts'
import type { Worker } from './worker.ts'

/** What a case may disturb while records are offered. */
export interface Scene {
  readonly stage: Stage
  /** Each moves records to the trail when it is its turn, and feeds one of the receivers. */
  readonly workers: readonly [Worker, Worker]
  /** Publishes records to Kafka. */
  readonly relay: Worker
  readonly kafka: KafkaServer
  readonly reader: KafkaReader
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
  'kafka-down': {
    summary: 'Kafka is away',
    disturb: async ({ kafka: { faults }, outageMs }) => {
      faults.down()
      await sleep(outageMs)
      faults.up()
    },
  },
  'kafka-not-leader': {
    summary: 'Kafka answers NOT_LEADER_OR_FOLLOWER to a batch, five times a second',
    disturb: (scene) => breakBatches(scene, ({ faults }) => faults.failProduce(NOT_LEADER)),
  },
  'kafka-out-of-order': {
    summary: 'Kafka answers OUT_OF_ORDER_SEQUENCE_NUMBER now and then',
    disturb: (scene) => breakBatches(scene, ({ faults }) => faults.failProduce(OUT_OF_ORDER_SEQUENCE), 2_000),
  },
  'kafka-timeout': {
    summary: 'Kafka takes batches and does not answer, now and then',
    disturb: (scene) => breakBatches(scene, ({ faults }) => faults.dropAnswers(1), 5_000),
  },
  'writer-killed': {
    summary: 'the audit-writers are killed with SIGKILL at random points, again and again',
    disturb: (scene) => {
      const { workers, stage } = scene
      return killAgainAndAgain(scene, { group: 'audit', workers, done: () => countRows(stage.database) })
    },
  },
  'relay-killed': {
    summary: 'the relay is killed with SIGKILL at random points, again and again',
    disturb: (scene) => {
      const { relay, reader } = scene
      return killAgainAndAgain(scene, { group: 'relay', workers: [relay], done: async () => reader.events.size })
    },
  },
}

/** Kafka's protocol guide, error codes. */
const NOT_LEADER = 6
const OUT_OF_ORDER_SEQUENCE = 45
const BREAK_EVERY_MS = 200

async function breakBatches(
  { kafka, outageMs }: Scene,
  breakOne: (kafka: KafkaServer) => void,
  everyMs = BREAK_EVERY_MS,
): Promise<void> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < outageMs) {
    breakOne(kafka)
    await sleep(everyMs)
  }
  kafka.faults.clear()
}

/** All processes that serve a group of the outbox, and a count that rises as they work. */
interface Killed {
  readonly group: string
  readonly workers: readonly Worker[]
  readonly done: () => Promise<number>
}

/** Each kill comes when something was done since the last one, at a random moment after that. */
async function killAgainAndAgain({ stage, kills, random }: Scene, { group, workers, done }: Killed): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await untilMore(done)
    await sleep(random() * LONGEST_KILL_DELAY_MS)
    await Promise.all(workers.map((worker) => worker.kill()))
    await dropLeases(stage, group)
    await Promise.all(workers.map((worker) => worker.start()))
  }
}

async function untilMore(done: () => Promise<number>): Promise<void> {
  const before = await done()
  const startedMs = performance.now()
  while ((await done()) === before) {
    if (performance.now() - startedMs > RESUME_TIMEOUT_MS) throw new Error('Nothing was done after a kill.')
    await sleep(LOOK_EVERY_MS)
  }
}

/** What dead processes held runs out by itself after 5 s, which 50 kills need not wait for. */
async function dropLeases({ redisClient }: Stage, group: string): Promise<void> {
  const leases = [
    ...(await redisClient.keys(`sluice:{outbox:*:${group}:lease`)),
    ...(await redisClient.keys(`sluice:{outbox}:members:${group}`)),
  ]
  if (leases.length > 0) await redisClient.del(...leases)
}
