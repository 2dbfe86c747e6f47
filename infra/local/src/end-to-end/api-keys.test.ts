import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/* Two gateways, a worker and an admin service over one Redis and one PostgreSQL: the life of an API key over HTTP. */

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:key-holder'] },
  { sub: 'carol', groups: ['role:ciso'] },
]
const BOT = { sub: 'build-bot', groups: ['dept:platform'] }
const ROUNDS = 20
const SOON = { timeout: 30_000, interval: 50 }

let stub: StubModel
let stack: TestStack
let gateways: readonly string[]
let services: readonly RunningService[]
let adminUrl: string

beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model'], reply: 'Done.' })
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }]),
      SERVICE_IDENTITIES: JSON.stringify([BOT]),
      CACHE_TTL_MS: '0',
    }),
  })
  const logDestination = { write: () => undefined }
  const env = { ...stack.env, AUDIT_WRITER: 'false', APPROVAL_SWEEP_MS: '100' }
  const admin = await startService(adminService, { env, logDestination })
  services = [admin, await startService(gatewayWorkerService, { env, logDestination })]
  adminUrl = admin.url
  gateways = [stack.url, (await stack.another({})).url]
}, 300_000)
afterAll(async () => {
  for (const service of services ?? []) await service.stop()
  await stack?.stop()
  await stub?.stop()
})
beforeEach(() => stub.reset())

const newKey = z.object({ id: z.string(), key: z.string() })
const report = z.object({
  elapsed_ms: z.number(),
  gateways: z.object({ alive: z.int(), acknowledged: z.int(), missing: z.array(z.string()) }),
})

async function admin(sub: string, method: string, path: string, body?: object): Promise<unknown> {
  const token = await stack.mint({ sub, groups: USERS.find((user) => user.sub === sub)?.groups ?? [] })
  const response = await fetch(`${adminUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, response.status < 300]).toEqual([path, true])
  return await response.json()
}

const createKey = async (sub: string, order: object = {}) =>
  newKey.parse(await admin(sub, 'POST', '/admin/api-keys', { name: 'e2e', ...order }))
const revoke = async (id: string) =>
  report.parse(await admin('carol', 'POST', `/admin/api-keys/${id}/revoke`, { reason: 'a drill' }))
const clientOf = (apiKey: string, url = gateways[0]) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
const ask = (apiKey: string, content = 'Hello.', url = gateways[0]) =>
  clientOf(apiKey, url).chat.completions.create({ model: 'stub-model', messages: [{ role: 'user', content }] })

/** Opens a stream at one gateway; resolves with the time at which it ends. */
async function openStream(apiKey: string, url: string) {
  const gate = stub.pauseAfter(2)
  const messages = [{ role: 'user' as const, content: 'Count, please.' }]
  const stream = await clientOf(apiKey, url).chat.completions.create({ model: 'stub-model', messages, stream: true })
  const chunks = stream[Symbol.asyncIterator]()
  await chunks.next()
  await gate.reached
  const ended = (async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
  })().then(
    () => undefined,
    (error: unknown) => ({ atMs: performance.now(), message: String(error) }),
  )
  return { gate, ended }
}

describe('a key that a user has made', () => {
  it('is gone at both gateways within 500 ms of its revocation, again and again', async () => {
    const answeredMs: number[] = []
    const endedMs: number[] = []
    const refusedMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, key } = await createKey('alice')
      stub.respondWith({ text: 'one two three four five six' })
      const streams = []
      for (const url of gateways) streams.push(await openStream(key, url))
      const startedMs = performance.now()
      const { gateways: reached } = await revoke(id)
      answeredMs.push(performance.now() - startedMs)
      // The worker is one of those that must know.
      expect(reached).toEqual({ alive: 3, acknowledged: 3, missing: [] })
      for (const { ended } of streams) {
        const end = await ended
        expect(end?.message).toMatch(/revoked/)
        endedMs.push((end?.atMs ?? Number.POSITIVE_INFINITY) - startedMs)
      }
      for (const url of gateways) await expect(ask(key, 'Hello.', url)).rejects.toMatchObject({ status: 401 })
      refusedMs.push(performance.now() - startedMs)
      for (const { gate } of streams) gate.release()
      stub.reset()
    }
    print('answer to the revocation', answeredMs)
    print('end of the streams', endedMs)
    print('refusals at both gateways', refusedMs)
    expect(Math.max(...endedMs)).toBeLessThan(500)
  }, 300_000)

  it('takes its held request with it', async () => {
    const { id, key } = await createKey('alice')
    await ask(key, 'Wire $50,000 to the supplier.')
    const listed = z.object({ data: z.array(z.object({ id: z.string() })) })
    const { data } = listed.parse(await admin('carol', 'GET', '/admin/approvals?state=pending'))
    await revoke(id)
    const approval = data[0]?.id ?? ''
    await admin('carol', 'POST', `/admin/approvals/${approval}`, { decision: 'approve', comment: 'go on' })
    const shown = z.object({ state: z.string() })
    const state = async () => shown.parse(await admin('carol', 'GET', `/admin/approvals/${approval}`)).state
    await vi.waitFor(async () => expect(await state()).toBe('failed'), SOON)
    expect(stub.requests).toHaveLength(0)
  })
})

describe('a service', () => {
  it('calls with a token of its own, and with a key, and is frozen as a user is', async () => {
    const token = await stack.mint({ sub: BOT.sub, client_id: BOT.sub, groups: ['role:ciso'] })
    const { key } = await createKey('carol', { service: BOT.sub })
    for (const credential of [token, key]) {
      expect((await ask(credential)).choices[0]?.message.content).toBe('Done.')
    }
    const stranger = await stack.mint({ sub: 'other-bot', client_id: 'other-bot' })
    await expect(ask(stranger)).rejects.toMatchObject({ status: 403, code: 'user_not_active' })
    await admin('carol', 'POST', `/admin/users/${BOT.sub}/freeze`, { reason: 'a drill', force: true })
    for (const credential of [token, key]) {
      for (const url of gateways) {
        await expect(ask(credential, 'Hello.', url)).rejects.toMatchObject({ status: 403, code: 'session_frozen' })
      }
    }
  })
})

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => `${sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(1)} ms`
  console.log(`${what}: ${sorted.length} times, median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`)
}
