import type { EndpointState, ServiceState } from '@sluice/contracts'
import { createSoarDeliveriesRepository, openDatabase } from '@sluice/db'
import { CommandBatcher, publishServiceState } from '@sluice/redis'
import { createSealedTexts } from '@sluice/token-vault/redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, startAdminStack, TIME } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack.stop())

/** Has a gateway say what it knows, as gateways do. */
function gatewaySays(gateway: NonNullable<ServiceState['gateway']>): void {
  processSays('gateway', { gateway })
}

function processSays(service: string, said: Pick<ServiceState, 'gateway' | 'receivers'>): void {
  const hooks: (() => unknown)[] = []
  onTestFinished(async () => void (await Promise.all(hooks.map((hook) => hook()))))
  const context = {
    ...{ service, info: { version: '1' }, logger: { warn: () => undefined } },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    health: { report: async () => ({ status: 'ready' as const, checks: { redis: { status: 'up' as const } } }) },
    onClose: (_name: string, hook: () => unknown) => void hooks.push(hook),
  }
  publishServiceState(context, stack.redisClient, () => said)
}

const endpoint = (name: string, more: Partial<EndpointState> = {}): EndpointState => ({
  ...{ name, permittedLevel: 3, isShareable: false, models: ['m'], modelCount: 1, breaker: 'closed', latencyMs: {} },
  connections: { inUse: 0, waiting: 0 },
  ...more,
})

const servicesSchema = z.object({ services: z.array(z.looseObject({ service: z.string() })), gateways: z.unknown() })

describe('GET /admin/services', () => {
  it('shows how each process says it does', async () => {
    const read = async () => servicesSchema.parse(await okJson(await stack.call('dave', 'GET', '/admin/services')))
    await vi.waitFor(async () => {
      const { services } = await read()
      expect(services.find(({ service }) => service === 'admin')).toEqual({
        ...{ service: 'admin', version: '0.1.0', started_at: TIME, seen_at: TIME, status: 'ready', failing: [] },
      })
    }, within)
    gatewaySays({ leaseId: 'gateway-x', requests: 1, endpoints: [], endpointCount: 0 })
    await vi.waitFor(async () => expect((await read()).services).toHaveLength(2), within)
    // Whoever says something need not hold a lease.
    expect((await read()).gateways).toEqual([])
  })
})

describe('GET /admin/endpoints', () => {
  const pageSchema = z.strictObject({ data: z.array(z.looseObject({ name: z.string() })), complete: z.boolean() })
  const read = async () => pageSchema.parse(await okJson(await stack.call('erin', 'GET', '/admin/endpoints')))

  it('shows what serves the tenant, at each gateway, and nothing of another tenant', async () => {
    expect(await read()).toEqual({ data: [], complete: true })
    const shared = endpoint('shared', { providerKind: 'byok', region: 'eu', retentionDays: 0, isShareable: true })
    const own = endpoint('replaced', { tenant: 'default', permittedLevel: 7 })
    const endpoints = [shared, endpoint('replaced'), own, endpoint('hidden', { tenant: 'other' })]
    gatewaySays({ leaseId: 'gateway-1', requests: 0, endpoints, endpointCount: 4 })
    await vi.waitFor(async () => expect((await read()).data).toHaveLength(2), within)
    const failing = {
      ...shared,
      breaker: 'open' as const,
      ...{ latencyMs: { m: 81.5 }, brokenForMs: 60_000, lately: { seconds: 300, asked: 40, failed: 10 } },
      lastFault: { msAgo: 1_000, fault: 'status' as const, status: 503 },
      connections: { inUse: 2, waiting: 1 },
    }
    gatewaySays({ leaseId: 'gateway-2', requests: 0, endpoints: [failing], endpointCount: 900 })
    await vi.waitFor(async () => expect(await read()).toMatchObject({ complete: false }), within)
    const { data } = await read()
    expect(data.map(({ name }) => name)).toEqual(['replaced', 'shared'])
    expect(data[0]).toMatchObject({ permitted_level: 7, gateways: [{ gateway: 'gateway-1', breaker: 'closed' }] })
    const { gateways, ...facts } = z.looseObject({ gateways: z.array(z.unknown()) }).parse(data[1])
    expect(facts).toEqual({
      ...{ name: 'shared', permitted_level: 3, provider_kind: 'byok', region: 'eu', retention_days: 0 },
      ...{ shareable: true, models: ['m'], model_count: 1 },
    })
    expect(gateways).toHaveLength(2)
    expect(gateways).toContainEqual({
      ...{ gateway: 'gateway-2', kind: 'gateway', seen_at: TIME, breaker: 'open', latency_ms: { m: 81.5 } },
      ...{ connections: { in_use: 2, waiting: 1 }, broken_since: TIME },
      ...{ lately: { seconds: 300, asked: 40, failed: 10 }, last_fault: { at: TIME, fault: 'status', status: 503 } },
    })
  })
})

describe('GET /admin/cache', () => {
  it('shows what is remembered, and how gateways use it', async () => {
    const read = async () => await okJson(await stack.call('grace', 'GET', '/admin/cache'))
    expect(await read()).toEqual({ remembered: { answers: 0, bytes: 0 }, gateways: [] })
    const commands = new CommandBatcher(stack.redisClient)
    const answers = createSealedTexts(commands, 'answers', { ttlMs: 60_000, maxBytes: 2 ** 24, maxUserBytes: 2 ** 24 })
    for (const key of ['one', 'two', 'three']) {
      expect(await answers.store(key, 'sealed', { tenant: 'default', sub: 'u-alice' })).toBe(true)
    }
    const answerCache = { ttlMs: 3_600_000, maxBytes: 2 ** 28, maxUserBytes: 2 ** 25, matchesSimilar: true }
    const gateway = { requests: 0, endpoints: [], endpointCount: 0, answerCache }
    for (const leaseId of ['gateway-5', 'gateway-6']) gatewaySays({ leaseId, ...gateway })
    gatewaySays({ leaseId: 'gateway-7', ...gateway, answerCache: { ...answerCache, ttlMs: 0, matchesSimilar: false } })
    const use = { gateways: 2, ttl_seconds: 3_600, max_bytes: 2 ** 28, max_user_bytes: 2 ** 25, matches: 'similar' }
    await vi.waitFor(async () => {
      expect(await read()).toEqual({
        remembered: { answers: 3, bytes: expect.any(Number) },
        gateways: expect.arrayContaining([use, { ...use, gateways: 1, ttl_seconds: 0, matches: 'exact' }]),
      })
    }, within)
    const { remembered } = z.looseObject({ remembered: z.object({ bytes: z.number() }) }).parse(await read())
    expect(remembered.bytes).toBeGreaterThan(3 * 'sealed'.length)
  })
})

describe('GET /admin/soar-receivers', () => {
  it('shows how the SOAR system does by the word of the listener, and what waits for it of the tenant', async () => {
    const read = async () => await okJson(await stack.call('dave', 'GET', '/admin/soar-receivers'))
    expect(await read()).toEqual({ data: [], pending: 0, dead: 0 })
    const database = openDatabase(stack.env['DATABASE_URL'] ?? '')
    onTestFinished(() => database.close())
    const deliveries = createSoarDeliveriesRepository(database)
    const message = { type: 'sluice.anomaly.break_glass_used', body: {}, createdAt: new Date() }
    for (const id of ['d-1', 'd-2', 'd-3']) await deliveries.add({ id, tenant: 'default', ...message })
    await deliveries.add({ id: 'd-other', tenant: 'other', ...message })
    for (const id of ['d-1', 'd-2', 'd-other']) {
      await deliveries.note(id, { state: 'dead', lastStatus: 500, at: new Date() })
    }
    const receiver = { receiver: 'soar.example:443', digest: 'x' }
    processSays('soar-listener', { receivers: [{ ...receiver, triedMsAgo: 0, failingForMs: 5_000, status: 500 }] })
    await vi.waitFor(async () => {
      expect(await read()).toEqual({
        data: [{ id: 'x', receiver: 'soar.example:443', state: 'failing', failing_since: TIME, last_status: 500 }],
        ...{ pending: 1, dead: 2 },
      })
    }, within)
    const all = await stack.call('dave', 'POST', '/admin/soar-deliveries/resend')
    expect([all.status, await all.json()]).toEqual([202, { deliveries: 2 }])
    expect(await read()).toMatchObject({ pending: 3, dead: 0 })
    expect(await deliveries.find('d-other')).toMatchObject({ state: 'dead' })
  })
})
