import { createRedisOutbox } from '@sluice/outbox'
import { outboxKey } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, readServiceStates, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, createRedisSessionStore } from '@sluice/sessions'
import { startRedis } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack()
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  stack.stub.reset()
  await stack.takeRecords()
})

it('a gateway says how it does, and what it knows of its endpoints', async () => {
  await vi.waitFor(async () => {
    expect(await readServiceStates(stack.redisClient)).toMatchObject([
      {
        ...{ service: 'gateway', status: 'ready', failing: [] },
        gateway: { leaseId: expect.stringMatching(/^gateway-/), requests: 0, endpoints: [{ breaker: 'closed' }] },
      },
    ])
  }, 20_000)
})

it('an ordinary request leaves less than 1.5 KB in Redis', async () => {
  const content = 'Write to Maria Keller, maria.keller@example.com.'
  const response = await stack.post('alice', { model: 'stub-model', messages: [{ role: 'user', content }] })
  expect(response.status).toBe(200)
  const [clearance, record] = await stack.records()
  expect(clearance).toMatchObject({ kind: 'clearance', sub: 'alice' })
  expect(record).toMatchObject({ outcome: 'answered', tile: { categories: { PII: 2 } }, violations: { length: 2 } })
  const [, [, fields] = []] = await stack.redisClient.xrange(outboxKey(), '-', '+')
  const copies = 10_000
  const pipeline = stack.redisClient.pipeline()
  for (let copy = 0; copy < copies; copy++) pipeline.xadd('copies', '*', ...(fields ?? []))
  await pipeline.exec()
  const bytes = Number(await stack.redisClient.memory('USAGE', 'copies', 'SAMPLES', 0))
  expect(bytes / copies).toBeLessThan(1_536)
}, 60_000)

it('requests that have filled the outbox leave room for the record of a freeze', async () => {
  const lease = await startRedis()
  const redis = createRedis(lease.url)
  await waitForRedis(redis, 10_000)
  const limits = { OUTBOX_MAX_RECORDS: '10', OUTBOX_CONTROL_RESERVE_PERCENT: '20' }
  const gateway = await stack.another({ REDIS_URL: lease.url, ...limits })
  const statuses: number[] = []
  for (let sent = 0; sent < 12; sent++) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
      body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    statuses.push(response.status)
  }
  // One of the eight is the clearance of the session.
  expect(statuses).toEqual([...Array(7).fill(200), ...Array(5).fill(503)])
  const outbox = createRedisOutbox(new CommandBatcher(redis), {
    clock: systemClock,
    maxRecords: 10,
    controlReserve: 0.2,
  })
  const connection = connectSessions({ redis, redisUrl: lease.url, clock: systemClock, onError: () => undefined })
  const sessions = createRedisSessionStore({ redis })
  const control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
  const order = { actor: 'user:carol', reason: 'reported by the SOC' }
  expect(await control.freezeUser({ tenant: 'default', sub: 'bob' }, order)).toMatchObject({ recorded: true })
  control.close()
  await gateway.stop()
  redis.disconnect()
  await lease.stop()
}, 60_000)

it('a model that nobody serves leaves none of its letters in the outbox', async () => {
  const model = 'Maria Keller 4111 1111 1111 1111 maria.keller@example.com'
  const response = await stack.post('alice', { model, messages: [{ role: 'user', content: 'Hello' }] })
  expect(await errorOf(response)).toMatchObject({ code: 'model_not_found' })
  const entries = JSON.stringify(await stack.redisClient.xrange(outboxKey(), '-', '+'))
  expect(entries).toContain('model_not_found')
  for (const word of ['Maria', '4111', 'example.com']) expect(entries).not.toContain(word)
})

it('a caller who sends the same x-request-id twice leaves two records with ids of their own', async () => {
  const requestId = crypto.randomUUID()
  const ask = async () => {
    const response = await stack.post(
      'alice',
      { model: 'stub-model', messages: [{ role: 'user', content: 'Hello' }] },
      { 'x-request-id': requestId, 'cache-control': 'no-store' },
    )
    expect(response.headers.get('x-request-id')).toBe(requestId)
    return (await completionOf(response)).id
  }
  const completions = [await ask(), await ask()]
  const records = await stack.records()
  expect(records).toMatchObject([{ request_id: requestId }, { request_id: requestId }])
  const ids = records.map(({ id }) => String(id))
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(completions).toEqual(ids.map((id) => `chatcmpl-${id}`))
})
