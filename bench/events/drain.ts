import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { cpuTimeUs } from '../gateway/process-cpu.ts'
import { type Keep, startService } from '../services.ts'
import { recordOf } from './made-up-records.ts'
import { environmentOf, type Stage, startStage } from './stage.ts'
import { countRows } from './trail-rows.ts'

/** As many as the services have by default. */
const SHARDS = 4
const AT_ONCE = 500
const SESSIONS = 200
const LOOK_EVERY_MS = 25

interface DrainSettings {
  readonly records: number
  readonly fromSource: boolean
  /** Variables of the service beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** How fast one worker empties a full outbox. */
interface Drain {
  readonly records: number
  readonly events: number
  readonly seconds: number
  readonly cpuMicrosPerRecord: number
}

/** Fills an outbox, then lets one worker empty it into the audit trail. */
export async function measureAuditDrain(settings: DrainSettings, keep: Keep): Promise<Drain> {
  const stage = await startStage(keep)
  await fill(stage, settings.records)
  const { fromSource, env = {} } = settings
  const service = await startService({ app: 'admin', env: { ...environmentOf(stage), ...env }, fromSource })
  keep(service)
  // Some may be entered before the service says that it is ready.
  const first = { rows: await countRows(stage.database), atMs: performance.now(), cpuUs: cpuTimeUs(service.value.pid) }
  while ((await countRows(stage.database)) < settings.records) await sleep(LOOK_EVERY_MS)
  const seconds = (performance.now() - first.atMs) / 1_000
  const records = settings.records - first.rows
  const cpuMicrosPerRecord = (cpuTimeUs(service.value.pid) - first.cpuUs) / records
  return { records, events: records * 9, seconds, cpuMicrosPerRecord }
}

async function fill({ redisClient }: Stage, records: number): Promise<void> {
  const outbox = createRedisOutbox(new CommandBatcher(redisClient), { clock: systemClock, shards: SHARDS })
  for (let first = 0; first < records; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, records - first) }, (_, index) => first + index)
    await Promise.all(numbers.map((number) => outbox.append(recordOf(number % SESSIONS, number))))
  }
}
