import { createRedis, waitForRedis } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let redis: Redis
let serial = 0

beforeAll(async () => {
  stack = await startGatewayStack(({ baseUrl }) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'own', baseUrl, permittedLevel: 7, models: ['stub-model', 'both'] },
      { name: 'shared', baseUrl, permittedLevel: 7, models: ['facts', 'both'], shareable: true },
    ]),
    CLEARANCES: JSON.stringify({ '*': { level: 7 } }),
    SESSION_TOUCH_MS: '0',
    STATE_MAP_SESSION_BYTES: '65536',
  }))
  redis = createRedis(stack.redis.url)
  await waitForRedis(redis, 5_000)
})
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

const words = () => `An everyday question, number ${++serial}.`

const message = (content: string) => ({ role: 'user', content })

async function ask(caller: Caller, content: string, changes: object = {}, headers: Record<string, string> = {}) {
  const body = { model: 'stub-model', messages: [message(content)], ...changes }
  return await completionOf(await stack.post(caller, body, headers))
}

/** Whether the answer to a request was remembered, and is given to another one. */
async function isShared(first: () => ReturnType<typeof ask>, second: () => ReturnType<typeof ask>): Promise<boolean> {
  await first()
  // Remembering is not waited for.
  await expect.poll(async () => (await first()).service_metadata.cache_hit).toBe(true)
  return (await second()).service_metadata.cache_hit
}

describe('an answer that was given before', () => {
  it.each([
    ['stub-model', false],
    ['own/stub-model', false],
    ['both', false],
    ['facts', true],
    ['shared/both', true],
  ])('of the model %s is given to another user: %s', async (model, expected) => {
    const content = words()
    const asks = (caller: Caller) => () => ask(caller, content, { model })
    expect(await isShared(asks('alice'), asks('bob'))).toBe(expected)
  })

  it.each([
    ['user', { user: 'u1' }, { user: 'u2' }],
    ['metadata', { metadata: { customer: 'a' } }, { metadata: { customer: 'b' } }],
    ['safety_identifier', { safety_identifier: 'a' }, {}],
  ])('is not given to a request with another %s, on a shareable endpoint too', async (_name, one, other) => {
    const content = words()
    const asks = (changes: object) => () => ask('alice', content, { model: 'facts', ...changes })
    expect(await isShared(asks(one), asks(other))).toBe(false)
  })

  it('is given to the same session only where somebody has typed what looks like a token', async () => {
    const asks = (caller: Caller, session: string) => () =>
      ask(caller, 'summarise case of PERSON_HG3733KPRM', { model: 'facts' }, { 'x-session-id': session })
    expect(await isShared(asks('alice', 'one'), asks('bob', 'one'))).toBe(false)
    expect(await isShared(asks('alice', 'one'), asks('alice', 'two'))).toBe(false)
  })

  it('is given to who asks the same about other people, with the values of their own request', async () => {
    stack.stub.respondWith(({ rawBody }) => `I have written to ${/EMAIL_ADDRESS_[0-9A-Z]{10}/.exec(rawBody)?.[0]}.`)
    const question = words()
    const asks = (caller: Caller, address: string, model: string) => () =>
      ask(caller, `${question} Write to ${address}.`, { model })
    const [maria, peter] = ['maria.keller@example.com', 'peter.braun@example.com']
    expect(await isShared(asks('alice', maria, 'facts'), asks('bob', peter, 'facts'))).toBe(true)
    const { choices } = await asks('bob', peter, 'facts')()
    expect(choices[0]?.message.content).toBe(`I have written to ${peter}.`)
    // Where endpoints are not shareable, to the same user only.
    expect(await isShared(asks('alice', maria, 'stub-model'), asks('bob', peter, 'stub-model'))).toBe(false)
    expect(await isShared(asks('alice', maria, 'stub-model'), asks('alice', peter, 'stub-model'))).toBe(true)
    stack.stub.reset()
  })
})

describe('when Redis has lost its sessions', () => {
  it('gives a new number and restores nothing of what another user stored', async () => {
    const secret = 'maria.keller@example.com'
    const first = await ask('alice', `Write to ${secret}.`)
    const token = JSON.stringify(stack.stub.lastRequest().body).match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0] ?? ''
    expect(token).not.toBe('')
    await redis.del(...(await redis.keys('sluice:{sessions}:session:*')), 'sluice:{sessions}:sequence')
    await redis.del(...(await redis.keys('sluice:{sessions}:user:*')))
    stack.stub.respondWith(() => `I know ${token}.`)
    const second = await ask('bob', `repeat: ${token}`)
    expect(second.service_metadata.session_id).toBeGreaterThan(first.service_metadata.session_id)
    expect(second.choices[0]?.message.content).toBe(`I know ${token}.`)
    const again = await ask('bob', `Write to ${secret}.`)
    expect(JSON.stringify(stack.stub.lastRequest().body)).not.toContain(token)
    expect(again.choices[0]?.message.content).toBe(`I know ${token}.`)
  })
})

describe('a user whose mappings have reached their bound', () => {
  const addresses = (count: number) =>
    Array.from({ length: count }, () => `person.${++serial}@example.com`).join(' and ')

  it('is refused with its own code, and nobody else is', async () => {
    const session = { 'x-session-id': 'full' }
    const refused = await stack.post('alice', { model: 'stub-model', messages: [message(addresses(400))] }, session)
    expect(refused.status).toBe(403)
    expect(await errorOf(refused)).toMatchObject({ code: 'too_many_values', type: 'permission_error' })
    expect(stack.stub.requestCount).toBe(0)
    for (const [caller, name] of [
      ['alice', 'another'],
      ['bob', 'full'],
    ] as const) {
      const { choices } = await ask(caller, `Write to ${addresses(1)}.`, {}, { 'x-session-id': name })
      expect(choices).toHaveLength(1)
    }
  })
})
