import { setTimeout as sleep } from 'node:timers/promises'
import { startKafka } from '@sluice/testkit'
import { generate } from 'selfsigned'
import { startGateway, startUpstream } from '../gateway/contenders.ts'
import { createRandom } from '../random.ts'
import type { Keep } from '../services.ts'
import { startAsking } from './asking.ts'
import { FAULT_CASES, type Scene } from './fault-cases.ts'
import { startKafkaReader } from './kafka-reader.ts'
import { type Offered, offerUntil, startOffering } from './offering.ts'
import { ending, environmentOf, relayEnvironment, type Stage, startStage } from './stage.ts'
import { type SyslogReceiver, startSyslogReceiver } from './syslog-receiver.ts'
import { faultsOf, type ReceiverTally, tallyReceiver, tallyTrail } from './tally.ts'
import { eventIdsOf, readRows } from './trail-rows.ts'
import { TLOG, type TreeTally, treeFaultsOf, verifyTree } from './verify-tree.ts'
import { startWorker } from './worker.ts'

export interface CaseSettings {
  readonly sessions: number
  readonly perSecond: number
  readonly outageMs: number
  readonly kills: number
  readonly seed: number
  readonly fromSource: boolean
}

export interface CaseResult {
  readonly name: string
  readonly seconds: number
  /** Requests that the gateway answered; the other records were appended past it. */
  readonly answered: number
  readonly trail: ReturnType<typeof tallyTrail>
  readonly tree: TreeTally
  readonly receivers: readonly ReceiverTally[]
  /** Sessions whose events came to Kafka out of their order. */
  readonly disorderedInKafka: number
  /** Messages that Kafka dropped before the bench had read them: of these the run says nothing. */
  readonly missedInKafka: number
  readonly faults: readonly string[]
}

/** As many as the services have by default. */
const SHARDS = 4
const SHARD_KEYS = Array.from({ length: SHARDS }, (_, shard) => `sluice:{outbox:${shard}}`)
/** As often as the trail permits, so that a case need not wait five minutes for a batch. */
const SIEM_BATCH_MS = 1_000
/** Beyond those of the records that are offered past a gateway. */
const FIRST_ASKED_SESSION = 1_000_000
/** Before and after the fault. */
const CALM_MS = 2_000
/** While nothing of what is awaited arrives: longer than any back-off and any lease. */
const ARRIVAL_TIMEOUT_MS = 90_000
const LOOK_EVERY_MS = 100

/** Offers records while one thing goes wrong, and compares what was offered with what arrived everywhere. */
export async function playCase(name: string, settings: CaseSettings, keep: Keep): Promise<CaseResult> {
  const faultCase = FAULT_CASES[name]
  if (faultCase === undefined) throw new Error(`There is no case ${name}.`)
  const startedMs = performance.now()
  const stage = await startStage(keep)
  const scene = await startScene(stage, settings, keep)
  const gateway = keep(await startGateway({ ...stage.around, upstream: keep(await startUpstream()) }, settings)).target
  const { sessions, perSecond } = settings
  const load = { redisUrl: stage.redis.url, shards: SHARDS, sessions, perSecond }
  const { reader } = scene
  // A receiver that is new to the trail gets the events to come, so it has to be known before anything counts.
  const isEachFed = () => reader.events.size > 0 && scene.receivers.every(({ received }) => received.size > 0)
  await offerUntil(load, isEachFed)
  await untilEmpty(stage)
  const before = await readRows(stage.database)
  const earlier = before.flatMap(eventIdsOf)
  const offering = await startOffering(load)
  const asking = startAsking(gateway, { firstSession: FIRST_ASKED_SESSION })
  await sleep(CALM_MS)
  await faultCase.disturb(scene).catch(async (error: unknown) => {
    await Promise.all([offering.stop(), asking.stop()])
    throw error
  })
  await sleep(CALM_MS)
  const [past, asked] = await Promise.all([offering.stop(), asking.stop()])
  const offered = join([past, asked])
  await untilEmpty(stage)
  const rows = (await readRows(stage.database)).slice(before.length)
  const events = new Map(rows.map((row) => [row.id, eventIdsOf(row)]))
  const ids = [...events.values()].flat()
  const trail = tallyTrail(
    offered,
    rows.map((row) => ({ ...row, events: events.get(row.id)?.length ?? 0 })),
  )
  const tree = await verifyTree(scene.workers[0].origin(), await readRows(stage.database))
  const received = [
    ...scene.receivers.map((receiver) => [receiver.url.split('://', 1).join(), receiver.received] as const),
    ...([
      ['kafka', reader.events],
      ['kafka, CEF', reader.cef],
    ] as const),
  ]
  await untilNone(missingFrom(received.map(([, counted]) => ({ counted, ids }))))
  const receivers = received.map(([receiver, counted]) => tallyReceiver(receiver, ids, counted, earlier))
  const [disorderedInKafka, missedInKafka] = [reader.disordered(), reader.missed()]
  const seconds = (performance.now() - startedMs) / 1_000
  return {
    name,
    seconds,
    answered: asked.acknowledged.length,
    trail,
    tree,
    receivers,
    disorderedInKafka,
    missedInKafka,
    faults: [
      ...faultsOf(name, trail, receivers),
      ...treeFaultsOf(name, tree),
      ...(disorderedInKafka > 0 ? [`${name}: ${disorderedInKafka} sessions out of order in Kafka`] : []),
      ...(missedInKafka > 0 ? [`${name}: ${missedInKafka} messages that Kafka dropped before they were read`] : []),
    ],
  }
}

function join(all: readonly Offered[]): Offered {
  return {
    acknowledged: all.flatMap(({ acknowledged }) => acknowledged),
    uncertain: all.flatMap(({ uncertain }) => uncertain),
  }
}

/** Two admin services over one stage, each of which feeds a receiver of its own. */
async function startScene(stage: Stage, settings: CaseSettings, keep: Keep): Promise<Scene> {
  const { outageMs, kills, seed, fromSource } = settings
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2_048 })
  const kafka = keep(ending(await startKafka()))
  const reader = keep(await startKafkaReader(kafka))
  const overTcp = keep(await startSyslogReceiver())
  const overTls = keep(await startSyslogReceiver({ cert, key }))
  const feed = async ({ url }: SyslogReceiver, name: string) => {
    const siem = { SIEM_SYSLOG_URL: url, SIEM_SYSLOG_CA: cert, SIEM_BATCH_MS: String(SIEM_BATCH_MS) }
    return keep(
      await startWorker({ name, app: 'admin', env: { ...environmentOf(stage), ...TLOG, ...siem }, fromSource }),
    )
  }
  const workers = [await feed(overTcp, 'admin 1'), await feed(overTls, 'admin 2')] as const
  const relay = keep(
    await startWorker({ name: 'relay', app: 'gateway', env: relayEnvironment(stage, kafka), fromSource }),
  )
  const receivers = [overTcp, overTls]
  return { stage, workers, relay, receivers, kafka, reader, outageMs, kills, random: createRandom(seed) }
}

async function untilEmpty({ redisClient }: Stage): Promise<void> {
  const lengths = () => Promise.all(SHARD_KEYS.map((key) => redisClient.xlen(key)))
  await untilNone(async () => (await lengths()).reduce((sum, length) => sum + length, 0))
}

/** Counts what has not arrived, and looks again only for that. */
function missingFrom(
  awaited: readonly { readonly counted: ReadonlyMap<string, number>; readonly ids: readonly string[] }[],
): () => number {
  let left = awaited
  return () => {
    left = left.map(({ counted, ids }) => ({ counted, ids: ids.filter((id) => !counted.has(id)) }))
    return left.reduce((sum, { ids }) => sum + ids.length, 0)
  }
}

/** Resolves when nothing is left, or when nothing is to be hoped for any more: what is missing then, the tally says. */
async function untilNone(countLeft: () => number | Promise<number>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let lessMs = performance.now()
  while (performance.now() - lessMs < ARRIVAL_TIMEOUT_MS) {
    const left = await countLeft()
    if (left === 0) return
    if (left < least) [least, lessMs] = [left, performance.now()]
    await sleep(LOOK_EVERY_MS)
  }
}
