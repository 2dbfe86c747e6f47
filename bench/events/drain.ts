import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { startKafka } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { cpuTimeUs } from '../gateway/process-cpu.ts'
import { type Keep, startService } from '../services.ts'
import { recordOf } from './made-up-records.ts'
import { ending, environmentOf, relayEnvironment, type Stage, startStage } from './stage.ts'

/** As many as the services have by default. */
const SHARDS = 4
const AT_ONCE = 500
const SESSIONS = 200
const LOOK_EVERY_MS = 25
/** Of each offered record: one for each layer but L6, and that of the end. */
const EVENTS_PER_RECORD = 9

/** Who empties the outbox: each is a group of it. */
export type DrainedBy = 'audit' | 'relay'

interface DrainSettings {
  readonly records: number
  readonly fromSource: boolean
}

/** How fast one worker empties a full outbox. */
interface Drain {
  readonly records: number
  readonly events: number
  readonly seconds: number
  readonly cpuMicrosPerRecord: number
}

/** Fills an outbox, then lets one worker empty it: into the audit trail, or to Kafka. */
export async function measureDrain(by: DrainedBy, settings: DrainSettings, keep: Keep): Promise<Drain> {
  const stage = await startStage(keep)
  await fill(stage, settings.records)
  const { fromSource } = settings
  const service =
    by === 'audit'
      ? await startService({ app: 'admin', env: environmentOf(stage), fromSource })
      : await startService({
          app: 'gateway',
          env: relayEnvironment(stage, keep(ending(await startKafka()))),
          fromSource,
        })
  const { pid } = keep(service)
  // Some may be taken before the service says that it is ready.
  const left = () => leftFor(stage.redisClient, by, settings.records)
  const first = { records: await left(), atMs: performance.now(), cpuUs: cpuTimeUs(pid) }
  while ((await left()) > 0) await sleep(LOOK_EVERY_MS)
  const seconds = (performance.now() - first.atMs) / 1_000
  const cpuMicrosPerRecord = (cpuTimeUs(pid) - first.cpuUs) / first.records
  return { records: first.records, events: first.records * EVENTS_PER_RECORD, seconds, cpuMicrosPerRecord }
}

async function fill({ redisClient }: Stage, records: number): Promise<void> {
  const outbox = createRedisOutbox(new CommandBatcher(redisClient), { clock: systemClock, shards: SHARDS })
  for (let first = 0; first < records; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, records - first) }, (_, index) => first + index)
    await Promise.all(numbers.map((number) => outbox.append(recordOf(number % SESSIONS, number))))
  }
}

/** Records that a group has not acknowledged, of all; all of them while there is no such group. */
async function leftFor(redis: Redis, group: string, records: number): Promise<number> {
  let acknowledged = 0
  for (let shard = 0; shard < SHARDS; shard += 1) {
    for (const facts of await groupsOf(redis, `sluice:{outbox:${shard}}`)) {
      if (facts.get('name') !== group) continue
      acknowledged += Number(facts.get('entries-read') ?? 0) - Number(facts.get('pending'))
    }
  }
  return records - acknowledged
}

async function groupsOf(redis: Redis, stream: string): Promise<readonly ReadonlyMap<unknown, unknown>[]> {
  const groups: unknown = await redis.xinfo('GROUPS', stream)
  return (Array.isArray(groups) ? groups : []).map((group: readonly unknown[]) => {
    const facts = new Map<unknown, unknown>()
    for (let at = 0; at + 1 < group.length; at += 2) facts.set(group[at], group[at + 1])
    return facts
  })
}
