import { requestRecordSchema } from '@sluice/contracts'
import { createRedisOutbox } from '@sluice/outbox'
import { readOutbox } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import {
  connectSessions,
  createFreezeControl,
  createRedisSessionStore,
  type FreezeControl,
  type SessionStore,
} from '@sluice/sessions'
import { startTcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import OpenAI, { APIError } from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const ALICE = { tenant: 'default', sub: 'alice' }
const ORDER = { reason: 'reported by the SOC', actor: 'user:carol' }
const body = { model: 'stub-model', messages: [{ role: 'user' as const, content: 'Count, please.' }] }

let stack: GatewayStack
let redis: Redis
let sessions: SessionStore
let control: FreezeControl

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
  redis = createRedis(stack.redis.url)
  await waitForRedis(redis, 5_000)
  sessions = createRedisSessionStore({ redis })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
})
afterAll(async () => {
  control?.close()
  redis?.disconnect()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())
afterEach(async () => {
  await control.unfreezeUser(ALICE, ORDER)
})

/** Opens a stream of alice and reads its first text; what comes after is up to the test. */
async function openStream(url = stack.url) {
  stack.stub.respondWith({ text: 'one two three four' })
  const gate = stack.stub.pauseAfter(2)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: await stack.tokenFor('alice'), maxRetries: 0 })
  const requestId = crypto.randomUUID()
  const stream = await client.chat.completions.create(
    { ...body, stream: true },
    { headers: { 'x-request-id': requestId } },
  )
  const chunks = stream[Symbol.asyncIterator]()
  const upstream = await gate.reached
  const rest = async (onText = (_part: string) => {}) => {
    let text = ''
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const part = next.value.choices[0]?.delta.content ?? ''
      onText(part)
      text += part
    }
    return text
  }
  return { gate, upstream, rest, requestId }
}

async function recordOf(requestId: string) {
  const records = await readOutbox(redis)
  return requestRecordSchema.parse(records.find((record) => record.request_id === requestId))
}

describe('a freeze of the user', () => {
  it('ends an open stream in both directions, and all its gateways say so', async () => {
    const { gate, upstream, rest, requestId } = await openStream()
    const report = await control.freezeUser(ALICE, ORDER)
    expect(report).toMatchObject({ changed: true, sessions: 1, gateways: { alive: 1, acknowledged: 1 } })
    expect(await upstream.ended).toBe('aborted')
    gate.release()
    const error = await rest().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ code: 'session_frozen', type: 'permission_error' })
    await expect.poll(() => recordOf(requestId)).toMatchObject({ outcome: 'aborted', code: 'session_frozen' })
  })

  it('refuses what is not streamed in mid-flight, and leaves a record that says why', async () => {
    stack.stub.respondWith({ text: 'late', headersDelayMs: 10_000 })
    const requestId = crypto.randomUUID()
    const pending = stack.post('alice', body, { 'x-request-id': requestId })
    const [upstream] = await stack.stub.waitForRequests(1)
    await control.freezeUser(ALICE, ORDER)
    const response = await pending
    expect(response.status).toBe(403)
    expect(response.headers.get('x-should-retry')).toBe('false')
    expect(await errorOf(response)).toMatchObject({ code: 'session_frozen' })
    expect(await upstream?.ended).toBe('aborted')
    await expect.poll(() => recordOf(requestId)).toMatchObject({ outcome: 'aborted', code: 'session_frozen' })
  })

  it('refuses new requests until it is taken back, and asks no model', async () => {
    stack.stub.respondWith('Fine.')
    const first = await stack.post('alice', body)
    await control.freezeUser(ALICE, ORDER)
    const asked = stack.stub.requestCount
    const refused = await stack.post('alice', body)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-should-retry')).toBe('false')
    expect(await errorOf(refused)).toMatchObject({ code: 'session_frozen', type: 'permission_error' })
    const models = await fetch(`${stack.url}/v1/models`, {
      headers: { authorization: `Bearer ${await stack.tokenFor('alice')}` },
    })
    expect(models.status).toBe(403)
    expect((await stack.post('bob', body)).status).toBe(200)
    expect(stack.stub.requestCount).toBe(asked + 1)
    await control.unfreezeUser(ALICE, ORDER)
    const again = await stack.post('alice', body)
    expect(again.status).toBe(200)
    expect(again.headers.get('x-session-id')).toBe(first.headers.get('x-session-id'))
  })
})

describe('a freeze of one session', () => {
  it('stops that session and no other', async () => {
    stack.stub.respondWith('Fine.')
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => stack.post('alice', body, { 'x-session-id': name })),
    )
    const sessionId = Number(one?.headers.get('x-session-id'))
    await control.freezeSession({ ...ALICE, sessionId }, ORDER)
    expect((await stack.post('alice', body, { 'x-session-id': 'one' })).status).toBe(403)
    expect((await stack.post('alice', body, { 'x-session-id': 'two' })).status).toBe(200)
    expect(two?.status).toBe(200)
    await control.unfreezeSession({ ...ALICE, sessionId }, ORDER)
  })
})

describe('a gateway whose event loop was busy for a second', () => {
  const block = () => {
    const endMs = performance.now() + 990
    while (performance.now() < endMs);
  }

  it('goes on with its streams, and stays ready', async () => {
    const { gate, rest } = await openStream()
    block()
    const ready = fetch(`${stack.url}/health/ready`)
    gate.release()
    expect(await rest()).toMatch(/four$/)
    expect((await ready).status).toBe(200)
  })

  it('sends nothing more to a user who was frozen meanwhile', async () => {
    // The script is known to Redis, so that the freeze is one command, which leaves before the loop is busy.
    await control.freezeUser({ ...ALICE, sub: 'another' }, ORDER)
    const { gate, rest } = await openStream()
    gate.release()
    const frozen = Promise.allSettled([control.freezeUser(ALICE, ORDER)])
    block()
    let text = ''
    const error = await rest((part) => {
      text += part
    }).catch((thrown: unknown) => thrown)
    // The first word had left before.
    expect(text).toBe('one')
    expect(error).toMatchObject({ code: 'session_frozen' })
    await frozen
  })
})

describe('a gateway whose link to Redis is cut', () => {
  it('stops its streams by itself and refuses, while the other goes on', async () => {
    const proxy = await startTcpProxy(Number(new URL(stack.redis.url).port))
    const cutOff = await stack.another({ REDIS_URL: proxy.inFrontOf(stack.redis.url) })
    const mine = await openStream(cutOff.url)
    proxy.freeze()
    const report = await control.freezeUser(ALICE, ORDER)
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 1, missing: [expect.any(String)] })
    expect(await mine.upstream.ended).toBe('aborted')
    mine.gate.release()
    const error = await mine.rest().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    const refused = await fetch(`${cutOff.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
      body: JSON.stringify(body),
    })
    expect(refused.status).toBe(503)
    expect((await fetch(`${cutOff.url}/health/ready`)).status).toBe(503)
    stack.stub.respondWith('Fine.')
    expect((await stack.post('bob', body)).status).toBe(200)
    proxy.restore()
    await expect
      .poll(() => fetch(`${cutOff.url}/health/ready`).then(({ status }) => status), { timeout: 10_000 })
      .toBe(200)
    const back = await fetch(`${cutOff.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
      body: JSON.stringify(body),
    })
    expect(await errorOf(back)).toMatchObject({ code: 'session_frozen' })
    await cutOff.stop()
    await proxy.stop()
  })
})
