import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@sluice/db'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import type { Progress } from '../bench.ts'
import { startAsking } from '../events/asking.ts'
import { tallyTrail } from '../events/tally.ts'
import { readRows } from '../events/trail-rows.ts'
import { TLOG } from '../events/verify-tree.ts'
import type { Caller } from '../freeze/ask.ts'
import { MODELS } from '../freeze/models.ts'
import { startProber } from '../freeze/prober.ts'
import { sendCommand } from '../freeze/soar-command.ts'
import { startListener } from '../freeze/start-listener.ts'
import { startSlowUpstream } from '../freeze/start-slow-upstream.ts'
import { DATA_KEYS, gatewayEnvironment } from '../gateway/contenders.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { type Keep, startService } from '../services.ts'
import { type KeptToken, tokenOf } from './kept-tokens.ts'
import { type LateFreeze, outcomesOf, startLateFreezes } from './late-freezes.ts'
import { startRedisGroup } from './redis-group.ts'

interface FailoverSettings {
  /** From the kill until the replica takes over. */
  readonly outageMs: number
  readonly calmSeconds: number
  readonly durability: string
  readonly fromSource: boolean
}

export interface FailoverResult {
  readonly settings: FailoverSettings
  /** How requests of the user who was frozen before ended, at all gateways. */
  readonly probes: Readonly<Record<string, number>>
  /** By how durable they were said to be. */
  readonly lateFreezes: Readonly<Record<string, { readonly ordered: number; readonly held: number }>>
  /** From the move of the address to the first answer, at each gateway. */
  readonly recoveryMs: readonly number[]
  readonly trail: ReturnType<typeof tallyTrail>
  readonly tokens: { readonly all: number; readonly kept: number }
  readonly faults: readonly string[]
}

const USER = 'bench'
const FROZEN = 'frozen'
const LATE = Array.from({ length: 60 }, (_, index) => `late-${index}`)
const GATEWAYS = 2
const FIRST_SESSION = 3_000_000
const SESSIONS_WITH_TOKENS = 20
const RECOVERY_TIMEOUT_MS = 60_000
const DRAIN_TIMEOUT_MS = 90_000
const LOOK_EVERY_MS = 100
/** How long late freezes go on before the kill. */
const LATE_MS = 1_500

/** Kills the primary while two gateways are busy, lets a replica take over, and looks what is left. */
export async function playFailover(
  settings: FailoverSettings,
  keep: Keep,
  progress: Progress,
): Promise<FailoverResult> {
  progress.start(6)
  progress.step('starting the services')
  const scene = await startScene(settings, keep)
  const { redis, around, listener, secret, callersOf } = scene
  progress.step('load, and a user who is frozen')
  const [own, frozen] = await Promise.all([callersOf(USER), callersOf(FROZEN)])
  const tokens = await keepTokens(own)
  await (await sendCommand(listener, secret, { command: 'freeze_user', sub: FROZEN })).answer()
  const probers = frozen.map((caller) => startProber(caller, () => 'frozen'))
  const headers = { authorization: `Bearer ${around.token}` }
  const asking = scene.origins.map((origin, index) =>
    startAsking({ origin, headers }, { firstSession: FIRST_SESSION + index * 1_000 }),
  )
  await sleep(settings.calmSeconds * 1_000)

  progress.step('freezes until the kill')
  const late = startLateFreezes(listener, secret, LATE)
  await sleep(LATE_MS)
  await redis.killPrimary()
  const ordered = await late.stop()
  await sleep(settings.outageMs)
  await redis.failOver()
  progress.step('the replica has taken over')
  const recoveryMs = await Promise.all(own.map(untilAnswered))
  await sleep(settings.calmSeconds * 1_000)
  const offered = await Promise.all(asking.map((one) => one.stop()))
  await Promise.all(probers.map((prober) => prober.stop()))

  progress.step('what is left')
  const probes = countProbes(probers.flatMap((prober) => prober.probes().map(({ outcome }) => outcome)))
  const lateFreezes = await countLate(ordered, callersOf)
  const kept = await countTokens(own, tokens)
  progress.step('the trail')
  const rows = await drainIntoTrail(around, settings, keep)
  const names = {
    acknowledged: offered.flatMap(({ acknowledged }) => acknowledged),
    uncertain: offered.flatMap(({ uncertain }) => uncertain),
  }
  const trail = tallyTrail(names, rows)
  const result = { settings, probes, lateFreezes, recoveryMs, trail, tokens: { all: tokens.length, kept } }
  return { ...result, faults: faultsOf(result) }
}

/** Redis with its replicas, two gateways, the SOAR listener, and users. */
async function startScene({ durability, fromSource }: FailoverSettings, keep: Keep) {
  const redis = await startRedisGroup(keep)
  const upstream = keep(await startSlowUpstream())
  const around = keep(await startSurroundings(`${upstream.origin}/v1`, [USER, FROZEN, ...LATE], redis.url))
  const base = gatewayEnvironment(around, Object.values(MODELS))
  const env = { ...base, OUTBOX_DURABILITY: durability, SHOW_SENT: 'true' }
  const origins: string[] = []
  for (let count = 0; count < GATEWAYS; count += 1) {
    origins.push(keep(await startService({ app: 'gateway', env, fromSource })).origin)
  }
  const secret = randomBytes(32)
  const open = (origin: string) => {
    const pool = new Pool(origin, { allowH2: false })
    return keep({ value: pool, stop: () => pool.destroy() })
  }
  const listener = open(keep(await startListener(around, secret, fromSource)).origin)
  const pools = origins.map(open)
  const callersOf = async (sub: string): Promise<readonly Caller[]> => {
    const token = await around.tokenOf(sub)
    return pools.map((gateway) => ({ gateway, token }))
  }
  return { redis, around, origins, listener, secret, callersOf }
}

async function keepTokens([caller]: readonly Caller[]): Promise<readonly KeptToken[]> {
  const kept: KeptToken[] = []
  for (let number = 0; caller !== undefined && number < SESSIONS_WITH_TOKENS; number += 1) {
    const [session, value] = [`kept-${number}`, `kept.${number}@example.com`]
    kept.push({ session, value, token: await tokenOf(caller, session, value) })
  }
  return kept
}

/** Asks the other gateway, which has nothing of these sessions in its memory. */
async function countTokens(callers: readonly Caller[], tokens: readonly KeptToken[]): Promise<number> {
  const caller = callers.at(-1)
  let same = 0
  for (const { session, value, token } of tokens) {
    if (caller === undefined) continue
    const now = await tokenOf(caller, session, value).catch(() => undefined)
    if (now === token) same += 1
  }
  return same
}

/** The time until a gateway answers again, in milliseconds. */
async function untilAnswered(caller: Caller): Promise<number> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < RECOVERY_TIMEOUT_MS) {
    const [outcome] = await outcomesOf([caller]).catch(() => [])
    if (outcome === 'answered') return performance.now() - startedMs
    await sleep(LOOK_EVERY_MS)
  }
  return Number.POSITIVE_INFINITY
}

function countProbes(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

async function countLate(ordered: readonly LateFreeze[], callersOf: (sub: string) => Promise<readonly Caller[]>) {
  const counts: Record<string, { ordered: number; held: number }> = {}
  for (const { sub, durable = 'not answered' } of ordered) {
    const outcomes = await outcomesOf(await callersOf(sub))
    counts[durable] ??= { ordered: 0, held: 0 }
    counts[durable].ordered += 1
    if (outcomes.every((outcome) => outcome === 'session_frozen')) counts[durable].held += 1
  }
  return counts
}

/** Starts the service that empties the outbox, and reads what it has entered. */
async function drainIntoTrail(
  around: {
    readonly redisUrl: string
    readonly databaseUrl: string
    readonly issuer: string
    readonly audience: string
  },
  { fromSource }: FailoverSettings,
  keep: Keep,
) {
  const env = {
    REDIS_URL: around.redisUrl,
    DATABASE_URL: around.databaseUrl,
    OIDC_ISSUER: around.issuer,
    OIDC_AUDIENCE: around.audience,
    DATA_KEYS,
    ...TLOG,
  }
  keep(await startService({ app: 'admin', env, fromSource }))
  const redis = new Redis(around.redisUrl)
  const startedMs = performance.now()
  const keys = [0, 1, 2, 3].map((shard) => `sluice:{outbox:${shard}}`)
  const waiting = async () => (await Promise.all(keys.map((key) => redis.xlen(key)))).reduce((sum, one) => sum + one, 0)
  while ((await waiting()) > 0 && performance.now() - startedMs < DRAIN_TIMEOUT_MS) await sleep(LOOK_EVERY_MS)
  redis.disconnect()
  const database = openDatabase(around.databaseUrl)
  const rows = await readRows(database)
  await database.close()
  const isAsked = (id: string | undefined) => id?.startsWith('0ffe7ed0') ?? false
  return rows.filter(({ requestId }) => isAsked(requestId)).map((row) => ({ ...row, events: 0 }))
}

const MAY_BE_TOLD = new Set(['session_frozen', 'status 503'])

function faultsOf({ probes, lateFreezes, recoveryMs, trail, tokens, settings }: Omit<FailoverResult, 'faults'>) {
  const faults: string[] = []
  for (const [outcome, count] of Object.entries(probes)) {
    if (!MAY_BE_TOLD.has(outcome)) faults.push(`The frozen user was told ${count} times: ${outcome}`)
  }
  if ((probes.session_frozen ?? 0) === 0) faults.push('The frozen user was never told so.')
  for (const [durable, { ordered, held }] of Object.entries(lateFreezes)) {
    if (durable === 'replicated' && held < ordered)
      faults.push(`${ordered - held} freezes that were ${durable} do not hold.`)
  }
  if (!recoveryMs.every(Number.isFinite)) faults.push('A gateway did not come back.')
  if (trail.acknowledged === 0) faults.push('No request was answered.')
  if (trail.doubled > 0) faults.push(`${trail.doubled} records are in the trail twice.`)
  if (settings.durability.startsWith('replicas') && trail.lost > 0) {
    faults.push(`${trail.lost} records of answered requests are not in the trail.`)
  }
  if (tokens.kept < tokens.all) faults.push(`${tokens.all - tokens.kept} tokens are not those of before.`)
  return faults
}
