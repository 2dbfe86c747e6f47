import { createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createRedisSessionStore, createSessionGate, type SessionGate } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, startAdminStack } from '../testing/test-stack.ts'

/** The effect of a freeze order at gateways. Each has its own session gate and a request inside. */
let stack: AdminStack
const gateways: { readonly gate: SessionGate; readonly client: Redis }[] = []

beforeAll(async () => {
  stack = await startAdminStack()
  for (let place = 0; place < 2; place += 1) {
    const client = createRedis(stack.redis.url)
    await waitForRedis(client, 5_000)
    const sessions = createRedisSessionStore({ redis: client })
    const connection = connectSessions({
      redis: client,
      redisUrl: stack.redis.url,
      clock: systemClock,
      onError: () => undefined,
    })
    const gate = createSessionGate({ connection, sessions })
    await gate.start()
    gateways.push({ gate, client })
  }
})
afterAll(async () => {
  for (const { gate, client } of gateways) {
    await gate.stop()
    client.disconnect()
  }
  await stack.stop()
})

async function enter(place: number, sub: string, name: string) {
  const controller = new AbortController()
  const { gate } = gateways[place]!
  const stoppable = { controller, cut: () => controller.abort() }
  const principal = { tenant: 'default', sub, username: sub, groups: [], roles: [], departments: [], client: 'web' }
  const session = await gate.enter({ principal, requested: name }, stoppable)
  controller.signal.addEventListener('abort', () => gate.leave(controller), { once: true })
  return { id: session.id, signal: controller.signal }
}

const leasesSchema = z.object({
  gateways: z.array(z.looseObject({ id: z.string(), confirmed_at: z.iso.datetime() })),
})

const frozen = { aborted: true, reason: expect.objectContaining({ code: 'session_frozen' }) }
const post = async (path: string) => {
  const response = await stack.call('carol', 'POST', path, { reason: 'a drill' })
  expect(response.status).toBe(200)
  return await response.json()
}

describe('the leases of gateways', () => {
  it('are shown, with when each last confirmed the freezes from before', async () => {
    const before = Date.now() - 5_000
    const shown = leasesSchema.parse(await (await stack.call('dave', 'GET', '/admin/services')).json())
    const ids = gateways.map(({ gate }) => gate.id)
    expect(new Set(shown.gateways.map(({ id }) => id))).toEqual(new Set(ids))
    for (const lease of shown.gateways) {
      expect(lease).toMatchObject({ kind: 'gateway', alive: true })
      expect(Date.parse(lease.confirmed_at)).toBeGreaterThan(before)
    }
  })
})

describe('an order', () => {
  it('to freeze a user ends the requests at every gateway before it is answered', async () => {
    const mine = [await enter(0, 'u-alice', 'a'), await enter(1, 'u-alice', 'b')]
    const other = await enter(1, 'u-bob', 'c')
    expect(await post('/admin/users/u-alice/freeze')).toMatchObject({
      ...{ changed: true, sessions: 2, recorded: true },
      gateways: { alive: 2, acknowledged: 2, missing: [] },
    })
    const shown = await (await stack.call('dave', 'GET', '/admin/users/u-alice/freeze')).json()
    expect(shown).toMatchObject({ gateways: { acknowledged: [expect.any(String), expect.any(String)], missing: [] } })
    for (const { signal } of mine) expect(signal).toMatchObject(frozen)
    expect(other.signal.aborted).toBe(false)
    await expect(enter(0, 'u-alice', 'd')).rejects.toMatchObject({ code: 'session_frozen' })
    expect(await post('/admin/users/u-alice/unfreeze')).toMatchObject({ changed: true, state: 'active' })
    expect((await enter(0, 'u-alice', 'a')).signal.aborted).toBe(false)
  })

  it('to freeze a session ends that one only', async () => {
    const [one, two] = [await enter(0, 'u-bob', 'one'), await enter(1, 'u-bob', 'two')]
    expect(await post(`/admin/sessions/${one.id}/freeze`)).toMatchObject({
      ...{ changed: true, sessions: 1 },
      gateways: { alive: 2, acknowledged: 2, missing: [] },
    })
    expect(one.signal).toMatchObject(frozen)
    expect(two.signal.aborted).toBe(false)
    await expect(enter(1, 'u-bob', 'one')).rejects.toMatchObject({ code: 'session_frozen' })
  })
})
