import { Writable } from 'node:stream'
import {
  DIRECTORY_SYNC_JOB_OPTIONS,
  DIRECTORY_SYNC_JOBS,
  DIRECTORY_SYNC_QUEUE,
  JOB_KEY_PREFIX,
} from '@sluice/directory-sync'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RunningService, startService } from '@sluice/service-kit'
import { type RedisServer, type ScimServer, startOwnRedis, startScim } from '@sluice/testkit'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { idpSyncService } from './server.ts'
import { type SyncStack, type SyncStores, startSyncStores, TENANT } from './testing/test-stack.ts'

const LONG_MS = 3_600_000
const WAIT = { timeout: 15_000, interval: 50 }

async function emptyRedis(url: string): Promise<void> {
  const redis = createRedis(url)
  await waitForRedis(redis, 10_000)
  await redis.flushdb()
  redis.disconnect()
}

describe('the identity sync as a service', () => {
  let stores: SyncStores
  let redis: RedisServer
  let open: SyncStack
  let scim: ScimServer
  let queue: Queue
  const services: RunningService[] = []
  let log = ''
  beforeAll(async () => {
    redis = await startOwnRedis({ sources: ['docker', 'binary'] })
    stores = await startSyncStores(redis)
  }, 300_000)
  afterAll(async () => await stores?.stop())
  beforeEach(async () => {
    log = ''
    open = await stores.open()
    scim = await startScim({ token: 'directory-secret' })
    queue = new Queue(DIRECTORY_SYNC_QUEUE, {
      connection: { url: stores.redis.url, maxRetriesPerRequest: null },
      prefix: JOB_KEY_PREFIX,
      defaultJobOptions: DIRECTORY_SYNC_JOB_OPTIONS,
    })
    queue.on('error', () => {})
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()))
    await queue.close()
    await scim.stop()
    await open.close()
  })

  async function start(intervalMs: number, changes: Record<string, string> = {}): Promise<RunningService> {
    const entry = { kind: 'scim', name: 'corp', tenant: TENANT, baseUrl: scim.url, auth: { token: scim.token } }
    const service = await startService(idpSyncService, {
      env: {
        PORT: '0',
        REDIS_URL: stores.redis.url,
        DATABASE_URL: open.databaseUrl,
        DIRECTORIES: JSON.stringify([entry]),
        IDP_SYNC_INTERVAL_MS: String(intervalMs),
        ...changes,
      },
      logDestination: new Writable({
        write: (chunk, _encoding, done) => {
          log += String(chunk)
          done()
        },
      }),
    })
    services.push(service)
    return service
  }
  const runs = () => open.syncs.lastRuns({ tenant: TENANT, directory: 'corp', limit: 100 })
  const pullNow = () => queue.add(DIRECTORY_SYNC_JOBS.pull, { directory: 'corp', trigger: 'schedule' })
  const untilRun = (expected: object) =>
    vi.waitFor(async () => expect(await runs()).toContainEqual(expect.objectContaining(expected)), WAIT)

  it('pulls by the clock, each time in one replica, and freezes who was deleted', async () => {
    const ann = await scim.addUser({ userName: 'ann' })
    await scim.addUser({ userName: 'bob' })
    await Promise.all([start(1_000), start(1_000)])
    await vi.waitFor(async () => expect(await open.users.find(TENANT, 'ann')).toMatchObject({ active: true }), WAIT)
    await open.openSession('ann')
    await scim.deleteUser(ann)
    await vi.waitFor(async () => expect(await open.stateOf('ann')).toBe('session_frozen'), WAIT)
    expect(await open.stateOf('bob')).toBe('active')
    await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(4), WAIT)
    await Promise.all(services.splice(0).map((service) => service.stop()))
    expect(await queue.getJobSchedulersCount()).toBe(1)
    const finished = (await queue.getCompletedCount()) + (await queue.getFailedCount())
    expect((await runs()).length).toBeLessThanOrEqual(finished)
    const interrupted = 'The service was stopped during the pull.'
    const others = (await runs()).filter(
      ({ outcome, fault }) => outcome !== 'applied' && fault?.message !== interrupted,
    )
    expect(others).toEqual([])
  })

  it('carries out at once what a CISO has confirmed', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n += 1) ids.push(await scim.addUser({ userName: `user-${n}` }))
    await start(LONG_MS)
    await untilRun({ outcome: 'applied', trigger: 'schedule' })
    for (const id of ids) await scim.deleteUser(id)
    await pullNow()
    await untilRun({ outcome: 'held' })
    const [held] = await open.syncs.pending({ tenant: TENANT, directory: 'corp' })
    expect(await open.stateOf('user-3')).toBe('active')
    await open.syncs.confirm({ runId: held?.id ?? '', tenant: TENANT, by: 'user:ciso' })
    await queue.add(DIRECTORY_SYNC_JOBS.confirm, { runId: held?.id })
    await untilRun({ outcome: 'applied', trigger: 'confirm' })
    expect(await open.stateOf('user-3')).toBe('session_frozen')
  })

  it('takes a job for what it is: a run that nobody confirmed is not carried out', async () => {
    await start(LONG_MS)
    await untilRun({ outcome: 'applied' })
    const before = (await runs()).length
    const held = await open.syncs.begin({ directory: 'corp', tenant: TENANT, trigger: 'schedule' })
    const counts = (await runs())[1]?.counts
    if (counts === undefined) throw new Error('no counts')
    const fault = { code: 'too_many_revocations', message: 'x' }
    await open.syncs.hold(held, { counts, fault, subs: ['a'], digest: 'd', holdMs: 60_000 })
    for (const data of [{ runId: held }, { runId: crypto.randomUUID() }, { run: 'x' }, {}]) {
      await queue.add(DIRECTORY_SYNC_JOBS.confirm, data)
    }
    await queue.add(DIRECTORY_SYNC_JOBS.pull, { directory: 'other', trigger: 'schedule' })
    await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(2), WAIT)
    await vi.waitFor(async () => expect((await queue.getJobCounts('active', 'waiting')).waiting).toBe(0), WAIT)
    expect(await runs()).toHaveLength(before + 1)
  })

  it('pulls when it starts, if that is overdue, and not otherwise', async () => {
    const first = await start(LONG_MS)
    await untilRun({ outcome: 'applied' })
    await first.stop()
    const second = await start(LONG_MS)
    await vi.waitFor(() => expect(log.match(/"ready"/g)).toHaveLength(2), WAIT)
    await second.stop()
    expect(await runs()).toHaveLength(1)
    await open.database.pool.query("UPDATE directory_syncs SET started_at = now() - interval '2 hours'")
    await start(LONG_MS)
    await untilRun({ outcome: 'applied', trigger: 'start' })
  })

  it('outlives Redis, and writes its schedule again when Redis has forgotten it', async () => {
    const service = await start(1_000)
    await untilRun({ outcome: 'applied' })
    await redis.kill()
    // What was found out a moment ago is said for as long.
    await vi.waitFor(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(503), WAIT)
    await redis.restart()
    const afterRestart = (await runs()).length
    await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(afterRestart), WAIT)
    await emptyRedis(stores.redis.url)
    const afterFlush = (await runs()).length
    await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(afterFlush + 1), WAIT)
    await vi.waitFor(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(200), WAIT)
  })

  it('stops though Redis is gone', async () => {
    const service = await start(LONG_MS)
    await untilRun({ outcome: 'applied' })
    await redis.kill()
    await service.stop()
    await redis.restart()
    expect(log).toContain('"stopped"')
  })

  it('gives up the schedule of a directory that is no longer configured', async () => {
    await start(LONG_MS)
    await untilRun({ outcome: 'applied' })
    await services.pop()?.stop()
    await start(LONG_MS, { DIRECTORIES: '[]' })
    await vi.waitFor(async () => expect(await queue.getJobSchedulersCount()).toBe(0), WAIT)
  })

  it('logs and measures without a secret or a name, and has no routes but the common ones', async () => {
    await scim.addUser({ userName: 'ann.secret' })
    const service = await start(LONG_MS)
    await untilRun({ outcome: 'applied' })
    await vi.waitFor(() => expect(log).toContain('directory pulled'), WAIT)
    expect(log).not.toMatch(/directory-secret|ann\.secret/)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/sluice_directory_pulls_total\{directory="corp",outcome="applied",fault="",[^}]*\} 1/)
    expect(metrics).toMatch(/sluice_directory_changes_total\{directory="corp",change="created",[^}]*\} 1/)
    expect(await (await fetch(`${service.url}/admin/idp-sync`)).json()).toMatchObject({ code: 'not_found' })
    expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200)
  })
})
