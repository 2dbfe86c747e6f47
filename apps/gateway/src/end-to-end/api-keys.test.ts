import { newApiKey } from '@sluice/auth'
import { apiKeyClient } from '@sluice/contracts'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { type RunningService, systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everythingStored, forgeSecret, storeKey } from '../testing/stored-keys.ts'
import { completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const ORDER = { reason: 'it was found in a repository', actor: 'user:carol' }
const body = { model: 'stub-model', messages: [{ role: 'user' as const, content: 'Count, please.' }] }

let stack: GatewayStack
let second: RunningService
let control: FreezeControl

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
  second = await stack.another({})
  const redis = stack.redisClient
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  control = createFreezeControl({ connection, sessions: stack.sessions, outbox, service: 'test' })
}, 300_000)
afterAll(async () => {
  control?.close()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())
afterEach(async () => {
  await control.unfreezeUser({ tenant: 'default', sub: 'alice' }, ORDER)
})

const post = (
  headers: Record<string, string>,
  { url = stack.url, path = '/v1/chat/completions', sent = body as object } = {},
) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const keyOf = (id: string) => ({ tenant: 'default', sub: 'alice', client: apiKeyClient(id) })

/** Opens a stream through a key and reads its first text; the model then waits. */
async function openStream(apiKey: string, url: string) {
  stack.stub.respondWith({ text: 'one two three four' })
  const gate = stack.stub.pauseAfter(2)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
  const stream = await client.chat.completions.create({ ...body, stream: true })
  const chunks = stream[Symbol.asyncIterator]()
  await gate.reached
  return async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
  }
}

describe('an API key', () => {
  it.each(['authorization', 'x-api-key', 'api-key'])('is taken in the header %s, as its owner', async (name) => {
    const { text, id } = await storeKey(stack.database)
    await stack.takeRecords()
    const headers = name === 'authorization' ? bearer(text) : { [name]: text }
    expect((await completionOf(await post(headers))).choices[0]?.message.content).toBeTruthy()
    expect((await stack.takeRecords()).at(-1)).toMatchObject({ tenant: 'default', sub: 'alice' })
    const session = (await stack.sessions.list({ tenant: 'default', sub: 'alice', limit: 100 })).sessions
    expect(session.map(({ client }) => client)).toContain(apiKeyClient(id))
    for (const path of ['/v1/models', '/v1/models/stub-model']) {
      expect((await fetch(`${stack.url}${path}`, { headers })).status).toBe(200)
    }
  })

  it.each([
    ['that was mistyped', (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`],
    ['of another secret', (text: string) => forgeSecret(text)],
    ['that nobody made', (_text: string, other: string) => other],
    ['that is only the prefix', () => 'sk-sluice-'],
  ])('%s is 401, and is not said back', async (_what, change) => {
    const { text } = await storeKey(stack.database)
    const sent = change(text, newApiKey().text)
    const answer = await post(bearer(sent))
    expect(answer.status).toBe(401)
    const error = await errorOf(answer)
    expect(error.code).toBe('token_invalid')
    expect(error.message).not.toContain(sent)
  })

  it('that has expired is 401', async () => {
    const past = new Date(Date.now() - 1_000)
    const { text } = await storeKey(stack.database, { createdAt: new Date(0), expiresAt: past })
    expect((await errorOf(await post(bearer(text)))).code).toBe('token_expired')
  })

  it('of an owner who is not active is 403', async () => {
    const { text } = await storeKey(stack.database, { sub: 'gone' })
    expect((await errorOf(await post(bearer(text)))).code).toBe('user_not_active')
  })

  it('narrows the models of its owner', async () => {
    const { text } = await storeKey(stack.database, { models: ['other-model'] })
    const refused = await post(bearer(text))
    expect(refused.status).toBe(404)
    expect((await errorOf(refused)).code).toBe('model_not_found')
    const listed = await fetch(`${stack.url}/v1/models`, { headers: bearer(text) })
    expect(await listed.json()).toMatchObject({ data: [] })
    expect(stack.stub.requests).toHaveLength(0)
  })

  it('narrows the wires of its owner, and says so', async () => {
    const { text, id } = await storeKey(stack.database, { wires: ['embeddings', 'messages'] })
    for (const path of ['/v1/chat/completions', '/v1/responses']) {
      const refused = await post(bearer(text), { path })
      expect(refused.status).toBe(403)
      const { code, message } = await errorOf(refused)
      expect(code).toBe('action_not_permitted')
      expect(message).toMatch(new RegExp(`key ${id} does not permit this wire .*embeddings, messages`))
    }
    for (const path of [
      '/v1/chat/completions/chatcmpl-1',
      '/v1/responses/resp_1',
      '/v1/responses/resp_1/input_items',
    ]) {
      const fetched = await fetch(`${stack.url}${path}`, { headers: bearer(text) })
      expect([path, (await errorOf(fetched)).code]).toEqual([path, 'action_not_permitted'])
    }
  })

  it('has a limit of its own, and says whose it is', async () => {
    const { text, id } = await storeKey(stack.database, { requestsPerMinute: 4 })
    const answers = [await post(bearer(text)), await post(bearer(text)), await post(bearer(text))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[0]?.headers.get('x-ratelimit-limit-requests')).toBe('2')
    const { code, message } = await errorOf(answers[2] as Response)
    expect(code).toBe('rate_limit_exceeded')
    expect(message).toContain(`your API key ${id} is 4 requests a minute`)
    expect((await stack.post('alice', body)).status).toBe(200)
  })

  it('has the day of its last use noted', async () => {
    const { text, id, repository } = await storeKey(stack.database)
    await post(bearer(text))
    const today = new Date().toISOString().slice(0, 10)
    await expect.poll(async () => (await repository.findAnywhere(id))?.lastUsedOn).toBe(today)
  })
})

describe('a key whose limits were changed', () => {
  it('goes by the new ones at every gateway once they have confirmed it, and keeps what it has used', async () => {
    const { text, id, repository } = await storeKey(stack.database, { requestsPerMinute: 2 })
    const [first, other] = [stack.url, second.url]
    const statusAt = async (url: string) => (await post(bearer(text), { url })).status
    expect([await statusAt(first), await statusAt(first), await statusAt(other)]).toEqual([200, 429, 200])
    const change = async (version: number, requestsPerMinute: number) => {
      const limits = { tenant: 'default', id, version, requestsPerMinute, spending: undefined }
      await repository.changeLimits(limits, async () => undefined)
      const { gateways } = await control.announceClient(keyOf(id))
      expect(gateways).toEqual({ alive: 2, acknowledged: 2, missing: [] })
    }
    await change(1, 4_000)
    expect([await statusAt(first), await statusAt(other)]).toEqual([200, 200])
    await change(2, 2)
    expect([await statusAt(first), await statusAt(other)]).toEqual([429, 429])
  })
})

describe('a revoked key', () => {
  it('ends its streams at every gateway within 500 ms', async () => {
    const { text, id } = await storeKey(stack.database)
    const rest = [await openStream(text, stack.url), await openStream(text, second.url)]
    const report = await control.revokeClient(keyOf(id), ORDER, { key: id })
    expect(report).toMatchObject({ recorded: true, gateways: { alive: 2, acknowledged: 2, missing: [] } })
    expect(report.elapsedMs).toBeLessThan(500)
    for (const read of rest) await expect(read()).rejects.toThrow(/revoked/)
    for (const url of [stack.url, second.url]) {
      const { code, message } = await errorOf(await post(bearer(text), { url }))
      expect([code, message]).toEqual(['token_invalid', 'This API key has been revoked.'])
      const models = await fetch(`${url}/v1/models`, { headers: bearer(text) })
      expect(models.status).toBe(401)
    }
    expect((await stack.post('alice', body)).status).toBe(200)
    expect((await stack.takeRecords()).find(({ event }) => event === 'api_key.revoked')).toMatchObject({
      ...{ sub: 'alice', actor: 'user:carol', details: { key: id, gateways_acknowledged: 2 } },
    })
  })

  it('is refused where only PostgreSQL says it', async () => {
    const { text, id, repository } = await storeKey(stack.database)
    await repository.revoke({ tenant: 'default', id, by: 'user:carol', at: new Date() })
    expect((await errorOf(await post(bearer(text)))).message).toBe('This API key has been revoked.')
  })

  it('ends with a freeze of its owner', async () => {
    const { text } = await storeKey(stack.database)
    const rest = await openStream(text, stack.url)
    const report = await control.freezeUser({ tenant: 'default', sub: 'alice' }, ORDER)
    expect(report.elapsedMs).toBeLessThan(500)
    await expect(rest()).rejects.toThrow(/frozen/)
    for (const url of [stack.url, second.url]) {
      expect((await errorOf(await post(bearer(text), { url }))).code).toBe('session_frozen')
    }
  })
})

it('A key is nowhere but with its caller: not in a store, a record, a log line or what a model is sent.', async () => {
  const { text, id } = await storeKey(stack.database, { wires: ['chat'] })
  const secret = text.slice('sk-sluice-'.length + id.length + 1)
  for (const headers of [bearer(text), { 'x-api-key': text }, { 'api-key': text }]) {
    await post(headers)
    await post(headers, { path: '/v1/embeddings' })
    await post(headers, { path: '/v1/nothing' })
    await post({ ...headers, 'x-session-id': '../' })
  }
  await post(bearer(`${text}0`))
  const upstream = JSON.stringify(stack.stub.requests)
  const everything = [await everythingStored(stack.redisClient, stack.database), stack.logged(), upstream]
  // The search finds what is there.
  expect(everything[0]).toContain(id)
  expect(upstream).toContain('Count, please.')
  for (const text of everything) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(secret.slice(0, 20))
  }
})
