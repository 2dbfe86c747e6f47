import type { ServiceState } from '@sluice/contracts'
import { startRedis } from '@sluice/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRedis, waitForRedis } from './redis-client.ts'
import { publishServiceState, readServiceStates } from './service-states.ts'

const within = { timeout: 10_000, interval: 20 }

async function setUp() {
  const server = await startRedis()
  const redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  onTestFinished(async () => {
    redis.disconnect()
    await server.stop()
  })
  return redis
}

/** A service whose checks are there once it is built. */
function serviceOf(service: string, checks: Record<string, { status: 'up' | 'down' }>) {
  const hooks: (() => unknown)[] = []
  const warn = vi.fn()
  const context = {
    ...{ service, info: { version: '1.2.3' }, clock: { nowMs: () => 5_000.5, monotonicMs: () => 0 }, logger: { warn } },
    health: { report: async () => ({ status: 'unready' as const, checks }) },
    onClose: (_name: string, hook: () => unknown) => void hooks.push(hook),
  }
  const close = async () => void (await Promise.all(hooks.map((hook) => hook())))
  onTestFinished(close)
  return { context, checks, warn, close }
}

describe('what services say of themselves', () => {
  it('is read from each of them, once it is built and until it closes', async () => {
    const redis = await setUp()
    expect(await readServiceStates(redis)).toEqual([])
    const one = serviceOf('gateway', {})
    const gateway: NonNullable<ServiceState['gateway']> = {
      ...{ leaseId: 'gateway-1', requests: 3, endpoints: [], endpointCount: 0 },
    }
    publishServiceState(one.context, redis, () => ({ gateway }))
    const two = serviceOf('admin', { redis: { status: 'up' }, postgres: { status: 'down' } })
    publishServiceState(two.context, redis)
    const admin = { service: 'admin', version: '1.2.3', startedAtMs: 5_000, status: 'unready', failing: ['postgres'] }
    await vi.waitFor(async () => {
      expect(await readServiceStates(redis)).toEqual([{ ...admin, seenMsAgo: expect.any(Number) }])
    }, within)
    one.checks['redis'] = { status: 'up' }
    await vi.waitFor(async () => expect(await readServiceStates(redis)).toHaveLength(2), within)
    const found = await readServiceStates(redis)
    expect(found.find(({ service }) => service === 'gateway')).toMatchObject({ gateway, failing: [] })
    await one.close()
    expect((await readServiceStates(redis)).map(({ service }) => service)).toEqual(['admin'])
  })

  it('is left out where it cannot be read, and forgotten a minute after its last word', async () => {
    const redis = await setUp()
    await redis.zadd('sluice:{services}:seen', Date.now(), 'odd', Date.now() - 61_000, 'gone')
    await redis.hset('sluice:{services}:states', { odd: '{"service":1}', gone: 'not JSON' })
    expect(await readServiceStates(redis)).toEqual([])
    publishServiceState(serviceOf('admin', { redis: { status: 'up' } }).context, redis)
    await vi.waitFor(async () => expect(await readServiceStates(redis)).toHaveLength(1), within)
    expect(await redis.hkeys('sluice:{services}:states')).not.toContain('gone')
    expect(await redis.zscore('sluice:{services}:seen', 'gone')).toBeNull()
  })

  it('is told again after a failure, of which the log has one line', async () => {
    const redis = await setUp()
    const { context, warn } = serviceOf('admin', { redis: { status: 'up' } })
    const gateway = { leaseId: 'g', requests: 0, endpoints: [], endpointCount: 0 }
    const describe = vi.fn(() => ({ gateway: { ...gateway, leaseId: 'x'.repeat(600_000) } }))
    publishServiceState(context, redis, describe)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), within)
    expect(await readServiceStates(redis)).toEqual([])
  })
})
