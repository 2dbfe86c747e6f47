import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createUsersRepository, openDatabase } from '@sluice/db'
import { bundleService } from '@sluice/service-bundle'
import { findFreePort, startGatewayProcess, startOidc, startPostgres, startProcess, startRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'

/**
 * Bundles as the build makes them, but of the sources, which is what tests run on. Three stand for all: the gateway,
 * which has most of what is to be found from a bundle, what runs several services, and the smallest. The smoke test of
 * CI runs all five services, built.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const CONDITION = '@sluice/source'
const ALICE = { sub: 'u-alice', preferredUsername: 'alice', groups: ['dept:finance'] }

let folder: string
beforeAll(() => {
  // Below the repository: what a bundle leaves outside is resolved from where it stands.
  folder = mkdtempSync(join(ROOT, 'tools/node_modules/bundles-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function bundleOf(service: string): Promise<string> {
  const target = join(folder, service)
  await bundleService({ entry: join(ROOT, `apps/${service}/src/main.ts`), target, conditions: [CONDITION] })
  return join(target, 'main.js')
}

it.each([
  ['the gateway answers', 'gateway', {}],
  ['the gateway answers beside its worker', 'all-in-one', { SERVICES: 'gateway,gateway-worker' }],
])('%s from the bundle of the %s, with its layers, their models and their threads', async (_, service, variables) => {
  const [redis, postgres, oidc, main, workerPort] = await Promise.all([
    startRedis(),
    startPostgres(),
    startOidc({ users: [ALICE] }),
    bundleOf(service),
    findFreePort(),
  ])
  const shared = { redisUrl: redis.url, databaseUrl: postgres.url, oidc }
  const more = { ...variables, GATEWAY_WORKER__PORT: String(workerPort) }
  const gateway = await startGatewayProcess(shared, main, more)
  const database = openDatabase(postgres.url)
  try {
    const origins = service === 'gateway' ? [gateway.url] : [gateway.url, `http://127.0.0.1:${workerPort}`]
    for (const origin of origins) await untilReady(origin)
    await createUsersRepository(database).upsert({ tenant: 'default', active: true, ...ALICE, groups: [] })
    // The longer one is read in threads.
    for (const filling of ['', 'Plain words and nothing more. '.repeat(2_000)]) {
      const content = `${filling}Write to Maria Keller at maria.keller@example.org.`
      const { response, sent } = await gateway.echo(ALICE, content)
      expect(await response.json()).toMatchObject({ choices: [{ message: { content } }] })
      expect(sent).toMatch(/Write to PERSON_[0-9A-Z_]+ at EMAIL_ADDRESS_[0-9A-Z]{10}\./)
    }
    const metrics = await Promise.all(origins.map(async (origin) => (await fetch(`${origin}/metrics`)).text()))
    const named = metrics.map((text) => [...new Set(text.match(/service="[^"]*"/g))])
    expect(named).toEqual([['service="gateway"'], ['service="gateway-worker"']].slice(0, origins.length))
    await gateway.process.end('SIGTERM', 30_000)
    expect(await gateway.process.exited).toEqual({ code: 0, signal: null })
  } finally {
    await gateway.stop()
    await database.close()
    await Promise.all([redis.stop(), postgres.stop(), oidc.stop()])
  }
})

async function untilReady(origin: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${origin}/health/ready`)).status).toBe(200), { timeout: 30_000 })
}

it('the assessment API starts from its bundle, with its engine in a process beside it', async () => {
  const port = await findFreePort()
  const service = await startProcess({
    name: 'assessment-api',
    command: process.execPath,
    args: [`--conditions=${CONDITION}`, '--disable-warning=ExperimentalWarning', await bundleOf('assessment-api')],
    env: { NODE_OPTIONS: '', PORT: String(port) },
    readyText: '"msg":"ready"',
  })
  const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  try {
    const signedIn = await call('/v1/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: 'admin-001' }),
    })
    const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
    const project = encodeURIComponent(join(ROOT, 'packages/service-bundle/src'))
    const answer = await call(`/v1/cnsa-verdict?project=${project}`, { headers: { authorization: `Bearer ${token}` } })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200 })
  } finally {
    await service.end()
  }
})
