import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '@sluice/db'
import { Redis } from 'ioredis'
import type { Progress } from '../bench.ts'
import { readRows } from '../events/trail-rows.ts'
import { TLOG, treeFaultsOf, verifyTree } from '../events/verify-tree.ts'
import { MODELS } from '../freeze/models.ts'
import { startListener } from '../freeze/start-listener.ts'
import { startSlowUpstream } from '../freeze/start-slow-upstream.ts'
import { gatewayEnvironment } from '../gateway/contenders.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { startChild } from '../neighbours/child.ts'
import { type Keep, type Running, type ServiceProcess, startService } from '../services.ts'
import { type Balance, balanceOf } from './balance.ts'
import type { DeedCounts, MixedCall, MixedReply } from './mixed-process.ts'
import { startPeople } from './people.ts'
import { type Slopes, slopesOf, watch } from './watch.ts'

interface SoakSettings {
  readonly minutes: number
  readonly warmUpSeconds: number
  readonly clients: number
  readonly fromSource: boolean
}

export interface SoakResult {
  readonly settings: SoakSettings
  readonly slopes: readonly Slopes[]
  readonly deeds: readonly DeedCounts[]
  readonly balance: Balance
  readonly approvals: { readonly held: number; readonly done: number }
  /** The slowest freeze, in milliseconds. */
  readonly freezeMs: number
  readonly leftInOutbox: number
  readonly tree: Awaited<ReturnType<typeof verifyTree>>
  readonly treeFaults: readonly string[]
  readonly proofs: ProofCounts
}

/** Proofs that requests have made due. Those that are neither there nor failed are still waiting for their turn. */
export interface ProofCounts {
  readonly due: number
  readonly proved: number
  readonly failed: number
}

const USERS = ['bench', 'bruno', 'carla'] as const
const VICTIM = 'victim'
/** Every user of these surroundings is in a group of the own name: this one decides on approvals. */
const APPROVER = 'role:aigo'
const SHARDS = 4
const SETTLE_TIMEOUT_MS = 300_000
const LOOK_EVERY_MS = 250
const ENDING_MS = 180_000

/** Uses all services for minutes, then counts what they took and what they have written. */
export async function playSoak(settings: SoakSettings, keep: Keep, progress: Progress): Promise<SoakResult> {
  progress.start(settings.minutes + 3)
  progress.step('starting the services')
  const upstream = keep(await startSlowUpstream())
  const around = keep(await startSurroundings(`${upstream.origin}/v1`, [...USERS, VICTIM, APPROVER]))
  const secret = randomBytes(32)
  const { gateway, ...others } = await startServices(around, secret, settings.fromSource, keep)
  const redis = new Redis(around.redisUrl)
  keep({ value: redis, stop: async () => redis.disconnect() })
  const database = openDatabase(around.databaseUrl)
  keep({ value: database, stop: () => database.close() })

  const client = keep(startChild<MixedCall, MixedReply | undefined>('../soak/mixed-process.ts'))
  const tokens = await Promise.all(USERS.map(around.tokenOf))
  const services = { gateway: gateway.value, ...others }
  const over = new AbortController()
  const watching = watch(services, redis, over.signal)
  await client.call({ do: 'begin', origin: gateway.value.origin, tokens, clients: settings.clients })
  const people = startPeople({
    gateway: gateway.value.origin,
    admin: others.admin.origin,
    listener: others.listener.origin,
    secret,
    victim: VICTIM,
    token: tokens[0] ?? '',
    approverToken: await around.tokenOf(APPROVER),
  })
  for (let minute = 1; minute <= settings.minutes; minute += 1) {
    progress.step(`minute ${minute}`)
    await sleep(60_000)
  }
  const reply = await client.call({ do: 'end' }, ENDING_MS)
  if (reply === undefined) throw new Error('The clients sent no result.')
  const { approvals, freezes, freezeMs } = await people.stop()
  over.abort()
  const watched = await watching

  progress.step('what is still to be written')
  // A service that stops records the refusals that it has only counted.
  await gateway.stop()
  await settle(redis, database)
  const rows = await readRows(database)
  const tree = await verifyTree(others.admin.origin, rows)
  return {
    settings,
    slopes: watched.map((one) => slopesOf(one, settings.warmUpSeconds)),
    deeds: reply.deeds,
    balance: balanceOf(reply, freezes, rows),
    approvals,
    freezeMs,
    leftInOutbox: await outboxLength(redis),
    tree,
    treeFaults: treeFaultsOf('soak', tree),
    proofs: await countProofs(database),
  }
}

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>['value']

async function startServices(
  around: Surroundings,
  secret: Buffer,
  fromSource: boolean,
  keep: Keep,
): Promise<Record<'admin' | 'worker' | 'listener', ServiceProcess> & { readonly gateway: Running<ServiceProcess> }> {
  const models = Object.values(MODELS)
  const endpoint = { name: 'stub', baseUrl: around.upstream, apiKey: 'x', permittedLevel: 7, models }
  const ENDPOINTS = JSON.stringify([{ ...endpoint, embeddingModels: [MODELS.steady] }])
  const env: Record<string, string> = { ...gatewayEnvironment(around, models), ENDPOINTS }
  const { REDIS_URL, DATABASE_URL, OIDC_ISSUER, OIDC_AUDIENCE, DATA_KEYS } = env
  const shared = { REDIS_URL, DATABASE_URL, OIDC_ISSUER, OIDC_AUDIENCE, DATA_KEYS, ...TLOG } as Record<string, string>
  const adminEnv = { ...shared, EVIDENCE_YOUNG_MS: '0' }
  const gateway = await startService({ app: 'gateway', env, fromSource })
  keep(gateway)
  const worker = keep(await startService({ app: 'gateway', env: { ...env, GATEWAY_ROLE: 'worker' }, fromSource }))
  const admin = keep(await startService({ app: 'admin', env: adminEnv, fromSource }))
  const listener = keep(await startListener(around, secret, fromSource))
  return { gateway, worker, admin, listener }
}

/** Resolves when nothing waits anywhere, or after five minutes: proofs may wait for longer behind so many requests. */
async function settle(redis: Redis, database: Database): Promise<void> {
  const startedMs = performance.now()
  for (let calm = 0; calm < 5 && performance.now() - startedMs < SETTLE_TIMEOUT_MS; ) {
    await sleep(LOOK_EVERY_MS)
    const { due, proved } = await countProofs(database)
    calm = (await outboxLength(redis)) === 0 && due === proved ? calm + 1 : 0
  }
}

async function outboxLength(redis: Redis): Promise<number> {
  const keys = Array.from({ length: SHARDS }, (_, shard) => `sluice:{outbox:${shard}}`)
  return (await Promise.all(keys.map((key) => redis.xlen(key)))).reduce((sum, length) => sum + length, 0)
}

async function countProofs({ pool }: Database): Promise<ProofCounts> {
  const { rows } = await pool.query<Record<keyof ProofCounts, string>>(`
    SELECT count(*) AS due, count(*) FILTER (WHERE state = 'proved' AND proof IS NOT NULL) AS proved,
      count(*) FILTER (WHERE state = 'failed' OR (state = 'proved' AND proof IS NULL)) AS failed
    FROM evidence_proofs`)
  return { due: Number(rows[0]?.due), proved: Number(rows[0]?.proved), failed: Number(rows[0]?.failed) }
}
