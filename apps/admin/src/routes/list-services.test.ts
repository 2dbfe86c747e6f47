import type { EndpointState, ServiceState } from '@sluice/contracts'
import { publishServiceState } from '@sluice/redis'
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
  const hooks: (() => unknown)[] = []
  onTestFinished(async () => void (await Promise.all(hooks.map((hook) => hook()))))
  const context = {
    ...{ service: 'gateway', info: { version: '1' }, logger: { warn: () => undefined } },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    health: { report: async () => ({ status: 'ready' as const, checks: { redis: { status: 'up' as const } } }) },
    onClose: (_name: string, hook: () => unknown) => void hooks.push(hook),
  }
  publishServiceState(context, stack.redisClient, () => ({ gateway }))
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
      latencyMs: { m: 81.5 },
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
      ...{ gateway: 'gateway-2', seen_at: TIME, breaker: 'open', latency_ms: { m: 81.5 } },
      connections: { in_use: 2, waiting: 1 },
    })
  })
})
