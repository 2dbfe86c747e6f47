import { createRedisOutbox } from '@sluice/outbox'
import { outboxKey, storedRequestForTests } from '@sluice/outbox/testing'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const MAX_RECORDS = 2_000
const body = { model: 'stub-model', messages: [{ role: 'user', content: 'Hello' }] }

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack(() => ({
    ...{ OUTBOX_MAX_RECORDS: `${MAX_RECORDS}`, OUTBOX_CONTROL_RESERVE_PERCENT: '0', CACHE_TTL_MS: '0' },
  }))
}, 300_000)
beforeEach(() => stack.redisClient.flushdb())
afterAll(() => stack?.stop())

it('one user who has filled it up to a share is refused before a model is asked, and the others are not', async () => {
  const outbox = createRedisOutbox(new CommandBatcher(stack.redisClient), {
    ...{ clock: systemClock, maxRecords: MAX_RECORDS, controlReserve: 0 },
  })
  const ofAlice = () => outbox.append(storedRequestForTests({ tenant: 'default', sub: 'alice', session_id: 1 }))
  const settled = await Promise.allSettled(Array.from({ length: 1_500 }, ofAlice))
  // Half of the bound, and a sixteenth.
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_125)
  // The first one finds it out.
  const answers = [await stack.post('alice', body), await stack.post('alice', body), await stack.post('bob', body)]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(await errorOf(answers[1]!)).toMatchObject({ code: 'audit_unavailable' })
  expect(stack.stub.requests).toHaveLength(2)
  // A user who has used up their share makes nothing unready; a check of a busy machine may be late once.
  const health = async () => (await (await fetch(`${stack.url}/health/ready`)).json()) as unknown
  await expect.poll(health, { timeout: 10_000 }).toMatchObject({ status: 'ready' })
  await stack.redisClient.xtrim(outboxKey(), 'MAXLEN', 0)
  await expect.poll(async () => (await stack.post('alice', body)).status, { timeout: 10_000 }).toBe(200)
}, 60_000)

it('a full one refuses everybody who has entered, and nobody stays inside', async () => {
  const fill = Array.from({ length: MAX_RECORDS + 100 }, (_, at) =>
    createRedisOutbox(new CommandBatcher(stack.redisClient), {
      ...{ clock: systemClock, maxRecords: MAX_RECORDS, controlReserve: 0 },
    }).append(storedRequestForTests({ sub: `user-${at}`, session_id: 1 })),
  )
  await Promise.allSettled(fill)
  await stack.post('bob', body)
  expect((await stack.post('alice', body)).status).toBe(503)
  const inside = async () =>
    /sluice_requests_inside\{.*\} (\d+)/.exec(await (await fetch(`${stack.url}/metrics`)).text())?.[1]
  await expect.poll(inside).toBe('0')
  expect((await fetch(`${stack.url}/health/ready`)).status).toBe(503)
}, 60_000)
