import { readOutbox } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const body = { model: 'stub-model', messages: [{ role: 'user', content: 'Hello?' }] }

/** A busy machine may be slow. */
const POLL = { timeout: 10_000 }

let stack: GatewayStack
/** Of the gateways with quotas: the first gateway would have its share there. */
let lease: RedisLease
let redis: Redis
const open: AbortController[] = []

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
  lease = await startRedis()
  redis = createRedis(lease.url)
  await waitForRedis(redis, 5_000)
})
beforeEach(() => stack.stub.reset())
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
  await lease?.stop()
})

/** A gateway of its own, whose counters no other test has used. */
const gatewayWith = (quotas: object) =>
  stack.another({ REDIS_URL: lease.url, QUOTAS: JSON.stringify(quotas), CACHE_TTL_MS: '0' })

async function post(
  url: string,
  sent: object | string,
  caller: Caller = 'alice',
  headers: Record<string, string> = {},
) {
  const controller = new AbortController()
  open.push(controller)
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await stack.tokenFor(caller)}`,
      ...headers,
    },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  })
}

describe('the headers of an answer', () => {
  it('say how many requests are left', async () => {
    const gateway = await gatewayWith({ default: { requestsPerMinute: 10 } })
    const first = await post(gateway.url, body)
    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('10')
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('9')
    expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^[56](\.\d+)?s$/)
    const streamed = await post(gateway.url, { ...body, stream: true })
    expect(streamed.headers.get('x-ratelimit-remaining-requests')).toBe('8')
    await streamed.text()
    await gateway.stop()
  })
})

it('of two gateways each takes its half', async () => {
  const first = await gatewayWith({ default: { requestsPerMinute: 1_000 } })
  const limitOf = async ({ url }: { readonly url: string }) =>
    (await post(url, body)).headers.get('x-ratelimit-limit-requests')
  expect(await limitOf(first)).toBe('1000')
  const second = await gatewayWith({ default: { requestsPerMinute: 1_000 } })
  await expect.poll(() => limitOf(first), POLL).toBe('500')
  await expect.poll(() => limitOf(second), POLL).toBe('500')
  await second.stop()
  await expect.poll(() => limitOf(first), POLL).toBe('1000')
  await first.stop()
})

describe('a 429', () => {
  it('names the quota and the wait, as OpenAI does, and another user is served', async () => {
    const gateway = await gatewayWith({ default: { requestsPerMinute: 2 } })
    for (let count = 0; count < 2; count += 1) expect((await post(gateway.url, body)).status).toBe(200)
    const refused = await post(gateway.url, body)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(refused.headers.get('x-should-retry')).toBeNull()
    expect(await errorOf(refused)).toEqual({
      message: 'Too many requests: the limit of your user is 2 requests a minute. Try again in 30 s.',
      type: 'rate_limit_error',
      param: null,
      code: 'rate_limit_exceeded',
    })
    expect((await post(gateway.url, body, 'bob')).status).toBe(200)
    const models = await fetch(`${gateway.url}/v1/models`, {
      headers: { authorization: `Bearer ${await stack.tokenFor('alice')}` },
    })
    expect(models.status).toBe(429)
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    expect(metrics).toMatch(/sluice_quota_refusals_total\{[^}]*quota="requestsPerMinute"[^}]*\} 2/)
    expect(metrics).not.toContain('alice')
    await gateway.stop()
  })

  it('ends a loop of refused requests, and is only counted in the outbox', async () => {
    const gateway = await gatewayWith({ default: { refusalsPerMinute: 3 } })
    const wrong = ['{"model":"no-such-model","messages":[{"role":"user","content":"x"}]}', 'no JSON', '{"messages":7}']
    const statuses: number[] = []
    for (const sent of wrong) statuses.push((await post(gateway.url, sent)).status)
    const requests = async () => (await readOutbox(redis)).filter(({ kind }) => kind === 'request')
    const before = (await requests()).length
    for (let count = 0; count < 5; count += 1) statuses.push((await post(gateway.url, wrong[0] ?? '')).status)
    expect(statuses).toEqual([404, 400, 400, 429, 429, 429, 429, 429])
    expect(await requests()).toHaveLength(before)
    await gateway.stop()
    const counts = (await readOutbox(redis)).filter(
      ({ kind, code }) => kind === 'refusals' && code === 'rate_limit_exceeded',
    )
    expect(counts.slice(-2)).toMatchObject([{ count: 1 }, { count: 4 }])
  })

  it('ends what is open: an exchange that ends makes room', async () => {
    const gateway = await gatewayWith({ default: { openExchanges: 1 } })
    const held = stack.stub.pauseAfter(1)
    const stream = await post(gateway.url, { ...body, stream: true })
    await held.reached
    expect((await errorOf(await post(gateway.url, body))).message).toContain('1 open requests')
    held.release()
    await stream.text()
    await expect.poll(async () => (await post(gateway.url, body)).status, POLL).toBe(200)
    await gateway.stop()
  })

  it('ends a body that is longer than the bytes that are left', async () => {
    const gateway = await gatewayWith({ default: { bytesInFlight: 10_000 } })
    const held = stack.stub.pauseAfter(1)
    const padded = (bytes: number) => ({ ...body, stream: true, metadata: { padding: 'x'.repeat(bytes) } })
    const stream = await post(gateway.url, padded(8_000))
    await held.reached
    const refused = await post(gateway.url, padded(4_000))
    expect(refused.status).toBe(429)
    expect((await errorOf(refused)).message).toContain('10000 bytes of open requests')
    expect((await post(gateway.url, body)).status).toBe(200)
    held.release()
    await stream.text()
    await expect
      .poll(async () => (await fetch(`${gateway.url}/metrics`)).text(), POLL)
      .toMatch(/sluice_bodies_in_flight_bytes\{[^}]*\} 0/)
    await gateway.stop()
  })

  it('closes the connection of a long body, which is not read to its end', async () => {
    const gateway = await gatewayWith({ default: { requestsPerMinute: 1 } })
    await (await post(gateway.url, body)).text()
    const refused = await post(gateway.url, { ...body, metadata: { padding: 'x'.repeat(100_000) } })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('connection')).toBe('close')
    await gateway.stop()
  })
})
