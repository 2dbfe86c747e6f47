import { apiKeyClient } from '@sluice/contracts'
import { readOutbox } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl } from '@sluice/sessions'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeKey } from '../testing/stored-keys.ts'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let lease: RedisLease
let redis: Redis

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
  lease = await startRedis()
  redis = createRedis(lease.url)
  await waitForRedis(redis, 5_000)
})
beforeEach(async () => {
  stack.stub.reset()
  await redis.flushdb()
})
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
  await lease?.stop()
})

const PRICE = { currency: 'EUR', input: 2, output: 10 }
const USAGE = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

const gatewayWith = (quotas: object, limits?: object, more: readonly object[] = []) =>
  stack.another({
    REDIS_URL: lease.url,
    QUOTAS: JSON.stringify(quotas),
    CACHE_TTL_MS: '0',
    ENDPOINTS: JSON.stringify([
      { name: 'stub', baseUrl: stack.stub.baseUrl, permittedLevel: 7, models: ['stub-model'], price: PRICE, limits },
      ...more,
      { name: 'claude', kind: 'anthropic', baseUrl: stack.stub.baseUrl, permittedLevel: 7, models: ['claude-model'] },
    ]),
  })

const chat = { model: 'stub-model', max_tokens: 100, messages: [{ role: 'user', content: 'Hello?' }] }

async function post(url: string, body: object, path = '/v1/chat/completions', key?: string) {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key ?? (await stack.tokenFor('alice'))}` },
    body: JSON.stringify(body),
  })
}

describe('a budget', () => {
  it('is one for both gateways, charged by what the endpoint says, and told not to be tried again', async () => {
    // An answer costs 100 x 2 + 50 x 10 millionths: 0.0007. A request may cost 0.00105.
    const [first, second] = [
      await gatewayWith({ default: { costPerDay: 0.003 } }),
      await gatewayWith({ default: { costPerDay: 0.003 } }),
    ]
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    const answered: number[] = []
    let refused: Response | undefined
    for (let turn = 0; turn < 8 && refused === undefined; turn += 1) {
      const answer = await post((turn % 2 === 0 ? first : second).url, { ...chat, stream: turn > 1 })
      if (answer.status !== 200) refused = answer
      else if ((await answer.text()) !== '') answered.push(turn)
    }
    expect([3, 4]).toContain(answered.length)
    expect(stack.stub.requestCount).toBe(answered.length)
    expect(refused?.status).toBe(429)
    expect(refused?.headers.get('x-should-retry')).toBe('false')
    expect(refused && (await errorOf(refused))).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(
        /the limit of your user is 0.003 a day. It begins anew at \d{4}-\d\d-\d\dT00:00:00Z\.$/,
      ),
    })
    const metrics =
      (await (await fetch(`${first.url}/metrics`)).text()) + (await (await fetch(`${second.url}/metrics`)).text())
    expect(metrics).toMatch(/sluice_spending_refusals_total\{[^}]*limit="costPerDay"[^}]*\} 1/)
    await Promise.all([first.stop(), second.stop()])
    const [account] = await redis.keys('*budget:*')
    expect(Number(await redis.get(String(account)))).toBe(answered.length * 700)
  })

  it('holds on every wire', async () => {
    const gateway = await gatewayWith({ default: { tokensPerDay: 500 } })
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    const input = { model: 'stub-model', input: 'Hello?', max_output_tokens: 300 }
    const message = { model: 'claude-model', max_tokens: 345, messages: [{ role: 'user', content: 'Hello?' }] }
    expect((await post(gateway.url, input, '/v1/responses')).status).toBe(200)
    // What is left, 350, is less than a request of another wire may need.
    const refused = await post(gateway.url, message, '/v1/messages')
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { type: 'rate_limit_error' } }])
    expect((await post(gateway.url, { ...chat, max_tokens: 400 })).status).toBe(429)
    expect((await post(gateway.url, chat)).status).toBe(200)
    await gateway.stop()
  })
})

/** Asks both gateways in turns until one refuses. Returns who answered, and the refusal. */
async function askInTurns(gateways: readonly { readonly url: string }[], key?: string) {
  let answered = 0
  for (let turn = 0; turn < 12; turn += 1) {
    const answer = await post(gateways[turn % 2]?.url ?? '', { ...chat, stream: turn % 3 === 1 }, undefined, key)
    if (answer.status !== 200) return { answered, refused: answer }
    await answer.text()
    answered += 1
  }
  throw new Error('Nothing was refused.')
}

/** What is leased or spent in all, once every gateway has given back what it does not use. */
async function accountsOf(gateways: readonly { stop(): Promise<void> }[]): Promise<number[]> {
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  const keys = await redis.keys('*budget:*')
  return await Promise.all(keys.map(async (key) => Number(await redis.get(key))))
}

describe('the budget of an API key', () => {
  it('is one for both gateways, and no other key’s', async () => {
    const spending = { costPerDay: 0.003 }
    const gateways = [await gatewayWith({}), await gatewayWith({})]
    const { id, text } = await storeKey(stack.database, { spending })
    const other = await storeKey(stack.database, { spending })
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    const { answered, refused } = await askInTurns(gateways, text)
    expect([3, 4]).toContain(answered)
    expect([refused.status, refused.headers.get('x-should-retry'), await errorOf(refused)]).toMatchObject([
      429,
      'false',
      { code: 'budget_exceeded', message: expect.stringContaining(`the limit of your API key ${id} is 0.003 a day`) },
    ])
    expect((await post(gateways[0]?.url ?? '', chat, undefined, other.text)).status).toBe(200)
    expect((await post(gateways[0]?.url ?? '', chat)).status).toBe(200)
    expect((await accountsOf(gateways)).toSorted()).toEqual([answered * 700, 700].toSorted())
  })

  it('that is changed keeps what was spent', async () => {
    const gateway = await gatewayWith({})
    const { id, text, repository } = await storeKey(stack.database, { spending: { costPerDay: 0.003 } })
    const connection = connectSessions({ redis, redisUrl: lease.url, clock: systemClock, onError: () => undefined })
    const { sessions } = stack
    const control = createFreezeControl({
      connection,
      sessions,
      outbox: { append: async () => undefined },
      service: 't',
    })
    const change = async (version: number, costPerDay: number) => {
      const limits = { tenant: 'default', id, version, requestsPerMinute: undefined, spending: { costPerDay } }
      await repository.changeLimits(limits, async () => undefined)
      const { gateways } = await control.announceClient({ tenant: 'default', sub: 'alice', client: apiKeyClient(id) })
      expect(gateways).toMatchObject({ acknowledged: 1, missing: [] })
    }
    const ask = async () => (await askInTurns([gateway, gateway], text)).answered
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    const first = await ask()
    expect([3, 4]).toContain(first)
    await change(1, 0.006)
    const second = await ask()
    expect(second).toBeGreaterThan(0)
    await change(2, 0.003)
    expect(await ask()).toBe(0)
    control.close()
    expect(await accountsOf([gateway])).toEqual([(first + second) * 700])
  })

  it('of a minute is told in the headers', async () => {
    const gateway = await gatewayWith({})
    const { text } = await storeKey(stack.database, { spending: { tokensPerMinute: 9_000 } })
    const answer = await post(gateway.url, chat, undefined, text)
    expect(answer.headers.get('x-ratelimit-limit-tokens')).toBe('9000')
    await gateway.stop()
  })
})

describe('the budget of an endpoint', () => {
  const spare = (baseUrl: string) => ({
    name: 'spare',
    baseUrl,
    permittedLevel: 7,
    models: ['stub-model'],
    price: PRICE,
  })

  it('is one for both gateways and all callers; behind it the next endpoint is asked', async () => {
    const limits = { costPerDay: 0.003 }
    const more = [spare(stack.stub.baseUrl)]
    const gateways = [await gatewayWith({}, limits, more), await gatewayWith({}, limits, more)]
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    await stack.takeRecords()
    for (let turn = 0; turn < 8; turn += 1) {
      expect((await post(gateways[turn % 2]?.url ?? '', chat)).status).toBe(200)
    }
    const accounts = await accountsOf(gateways)
    const records = await readOutbox(redis)
    const ofFirst = records.filter(({ kind, endpoint }) => kind === 'request' && endpoint === 'stub').length
    const ofSpare = records.filter(({ kind, endpoint }) => kind === 'request' && endpoint === 'spare').length
    expect([3, 4]).toContain(ofFirst)
    expect(ofFirst + ofSpare).toBe(8)
    expect(accounts).toEqual([ofFirst * 700])
  })

  it('that is spent everywhere refuses, without its name, and takes nothing of the caller’s', async () => {
    const quotas = { default: { costPerDay: 1 } }
    const gateways = [
      await gatewayWith(quotas, { costPerDay: 0.003 }),
      await gatewayWith(quotas, { costPerDay: 0.003 }),
    ]
    stack.stub.respondWith({ text: 'ok', usage: USAGE })
    const { answered, refused } = await askInTurns(gateways)
    expect([3, 4]).toContain(answered)
    expect(stack.stub.requestCount).toBe(answered)
    expect([refused.status, refused.headers.get('x-should-retry'), await errorOf(refused)]).toMatchObject([
      429,
      'false',
      {
        code: 'budget_exceeded',
        message: expect.stringMatching(
          /^Too little is left of the budget of the model endpoint for this request\. It begins anew at \d{4}-\d\d-\d\dT00:00:00Z\.$/,
        ),
      },
    ])
    // That of the endpoint, and that of the caller.
    expect(await accountsOf(gateways)).toEqual([answered * 700, answered * 700])
  })
})

it('tells the tokens of the minute that are left, in the words of the wire', async () => {
  const gateway = await gatewayWith({ default: { tokensPerMinute: 10_000 } })
  const answer = await post(gateway.url, chat)
  expect(answer.headers.get('x-ratelimit-limit-tokens')).toBe('10000')
  expect(Number(answer.headers.get('x-ratelimit-remaining-tokens'))).toBeGreaterThan(9_000)
  expect(answer.headers.get('x-ratelimit-reset-tokens')).toMatch(/^\d+(\.\d+)?m?s$/)
  const message = { model: 'claude-model', max_tokens: 300, messages: [{ role: 'user', content: 'Hello?' }] }
  const said = await post(gateway.url, message, '/v1/messages')
  expect(said.headers.get('anthropic-ratelimit-tokens-limit')).toBe('10000')
  expect(said.headers.get('anthropic-ratelimit-tokens-reset')).toMatch(/^\d{4}-.*Z$/)
  await gateway.stop()
})
