import { setTimeout as sleep } from 'node:timers/promises'
import { EvidenceFault, readRootKeys, verifyFiles } from '@sluice/evidence'
import { openStatementVerifier } from '@sluice/evidence/node'
import { startAsking } from '../events/asking.ts'
import { environmentOf, type Stage, startStage } from '../events/stage.ts'
import { ROOT_KEY, TLOG } from '../events/verify-tree.ts'
import { startWorker, type Worker } from '../events/worker.ts'
import { gatewayEnvironment, startUpstream } from '../gateway/contenders.ts'
import { createRandom } from '../random.ts'
import { type Keep, startService } from '../services.ts'

interface KillsSettings {
  readonly kills: number
  readonly seed: number
  /** Records without a proof that are asked for afterwards. */
  readonly onDemand: number
  readonly fromSource: boolean
}

export interface KillsResult {
  readonly seconds: number
  readonly kills: number
  readonly answered: number
  /** Proofs that the schedule has chosen, and how many of them are there. */
  readonly chosen: number
  readonly proved: number
  readonly onDemand: { readonly asked: number; readonly proved: number }
  /** What the verifier says of all leaves. */
  readonly verified: { readonly proved: number; readonly unproved: number; readonly other: number }
  /** What it says where one record was taken out. */
  readonly removed: string
  readonly faults: readonly string[]
}

const FIRST_SESSION = 2_000_000
/** Below what is always proved, so that the schedule leaves some out. */
const PERMITTED_LEVEL = 4
const LONGEST_KILL_DELAY_MS = 400
const SETTLE_TIMEOUT_MS = 300_000
const LOOK_EVERY_MS = 250
const HOUR_MS = 3_600_000

/** Kills the worker that makes proofs while requests are answered, and counts what is proved afterwards. */
export async function playKills(settings: KillsSettings, keep: Keep): Promise<KillsResult> {
  const startedMs = performance.now()
  const { kills, fromSource, seed } = settings
  const stage = await startStage(keep)
  const upstream = keep(await startUpstream())
  const env = gatewayEnvironment({ ...stage.around, upstream })
  const endpoint = {
    name: 'stub',
    baseUrl: upstream,
    apiKey: 'x',
    permittedLevel: PERMITTED_LEVEL,
    models: ['stub-model'],
  }
  const gatewayEnv = { ...env, ENDPOINTS: JSON.stringify([endpoint]) }
  const { origin } = keep(await startService({ app: 'gateway', env: gatewayEnv, fromSource }))
  const shared = { ...environmentOf(stage), ...TLOG, EVIDENCE_YOUNG_MS: '0', EVIDENCE_SAMPLE_PERCENT: '20' }
  const writerEnv = { ...shared, EVIDENCE_WORKERS: '0', EVIDENCE_WAIT_MS: '10000' }
  const writer = keep(await startWorker({ name: 'writer', app: 'admin', env: writerEnv, fromSource }))
  const proverEnv = { ...shared, AUDIT_WRITER: 'false', EVIDENCE_WORKERS: '2' }
  const prover = keep(await startWorker({ name: 'prover', app: 'admin', env: proverEnv, fromSource }))
  const headers = { authorization: `Bearer ${stage.around.token}` }

  const asking = startAsking({ origin, headers }, { firstSession: FIRST_SESSION })
  const killed = await Promise.allSettled([killOften(prover, kills, createRandom(seed))])
  const { acknowledged } = await asking.stop()
  for (const outcome of killed) if (outcome.status === 'rejected') throw outcome.reason
  await settle(stage)
  const { chosen, proved } = await countProofs(stage)
  const onDemand = await askForSome(stage, writer, headers, settings.onDemand)
  const range = await fetchRange(writer, headers)
  const verified = await verify(range)
  const lines = range.trimEnd().split('\n')
  const middle = Math.floor(lines.length / 2)
  const removed = await verify([...lines.slice(0, middle), ...lines.slice(middle + 1), ''].join('\n')).then(
    () => 'nothing is said',
    (error: unknown) => (error instanceof EvidenceFault ? error.message : Promise.reject(error)),
  )
  return {
    ...{ seconds: (performance.now() - startedMs) / 1_000, kills, answered: acknowledged.length },
    ...{ chosen, proved, onDemand, verified, removed },
    faults: [
      ...(proved === chosen ? [] : [`${chosen - proved} of ${chosen} due proofs are not there.`]),
      ...(onDemand.proved === onDemand.asked ? [] : [`${onDemand.asked - onDemand.proved} proofs could not be had.`]),
      ...(verified.proved >= chosen ? [] : [`${chosen - verified.proved} due proofs do not verify.`]),
      ...(removed === 'nothing is said' ? ['A record that was taken out is not missed.'] : []),
      ...(acknowledged.length > 0 ? [] : ['No request was answered.']),
    ],
  }
}

/** Waits a moment of chance after each start, so that the worker is killed over whatever it does. */
async function killOften(worker: Worker, kills: number, random: () => number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random() * LONGEST_KILL_DELAY_MS)
    await worker.kill()
    await worker.start()
  }
}

/** Resolves when nothing waits in the outbox and no proof is due any more, or after five minutes. */
async function settle(stage: Stage): Promise<void> {
  const startedMs = performance.now()
  for (let calm = 0; calm < 5 && performance.now() - startedMs < SETTLE_TIMEOUT_MS; ) {
    await sleep(LOOK_EVERY_MS)
    const { rows } = await stage.database.pool.query<{ due: string; waiting: string }>(`
      SELECT (SELECT count(*) FROM evidence_proofs WHERE state = 'due') AS due,
        (SELECT size FROM log_head) - coalesce((SELECT size FROM log_checkpoints WHERE kind = 'published'), 0) AS waiting`)
    calm = Number(rows[0]?.due) === 0 && Number(rows[0]?.waiting) === 0 ? calm + 1 : 0
  }
}

async function countProofs(stage: Stage): Promise<{ readonly chosen: number; readonly proved: number }> {
  const { rows } = await stage.database.pool.query<{ chosen: string; proved: string }>(`
    SELECT count(*) AS chosen, count(*) FILTER (WHERE state = 'proved' AND proof IS NOT NULL) AS proved FROM evidence_proofs`)
  return { chosen: Number(rows[0]?.chosen), proved: Number(rows[0]?.proved) }
}

async function askForSome(stage: Stage, admin: Worker, headers: Record<string, string>, count: number) {
  const { rows } = await stage.database.pool.query<{ id: string }>(
    `SELECT id FROM audit_events WHERE type LIKE 'request.%' AND evidence LIKE '%"masked"%'
      AND number NOT IN (SELECT number FROM evidence_proofs) ORDER BY number LIMIT $1`,
    [count],
  )
  let proved = 0
  for (const { id } of rows) {
    const response = await fetch(`${admin.origin()}/admin/evidence/${id}`, { headers })
    const text = await response.text()
    proved += text.includes('"state":"proved"') ? 1 : 0
  }
  return { asked: rows.length, proved }
}

async function fetchRange(admin: Worker, headers: Record<string, string>): Promise<string> {
  const [from, to] = [-HOUR_MS, HOUR_MS].map((offset) => new Date(Date.now() + offset).toISOString())
  const response = await fetch(`${admin.origin()}/admin/evidence?from=${from}&to=${to}`, { headers })
  if (!response.ok) throw new Error(`The range of evidence was answered with ${response.status}.`)
  return await response.text()
}

async function verify(range: string) {
  const file = { name: 'range.ndjson', lines: () => range.split('\n').slice(0, -1) }
  const { counts } = await verifyFiles([file], readRootKeys(`${ROOT_KEY}\n`), { verify: await openStatementVerifier() })
  return {
    ...{ proved: counts.proved, unproved: counts.unproved + counts.pending },
    other: counts['no-request'],
  }
}
