import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const EMAIL = 'claire.dupont@example.org'

const model = 'stub-model'
const messages = [{ role: 'user', content: 'Still there?' }]
/** Each wire, streamed where it can be. */
const WIRES = [false, true]
  .flatMap((stream): readonly (readonly [path: string, body: object])[] => [
    ['/v1/chat/completions', { model, messages, stream }],
    ['/v1/responses', { model, input: 'Still there?', stream }],
    ['/v1/messages', { model, messages, max_tokens: 20, stream }],
    ['/v1/completions', { model, prompt: 'Still there?', stream }],
  ])
  .concat([['/v1/embeddings', { model: 'stub-embedding', input: 'Still there?' }]])

let stack: GatewayStack
let redis: RedisServer

beforeAll(async () => {
  redis = await startOwnRedis({ sources: ['docker', 'binary'] })
  stack = await startGatewayStack(undefined, redis)
})
afterAll(() => stack.stop())

it('refuses while Redis is away, and goes on with the same session when it is back', async () => {
  const ask = (content: string) => stack.post('alice', { model: 'stub-model', messages: [{ role: 'user', content }] })
  const first = await ask(`I am at ${EMAIL}.`)
  expect(first.status).toBe(200)
  const token = JSON.stringify(stack.stub.lastRequest().body).match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
  const asked = stack.stub.requestCount

  await redis.kill()
  // Redis stays away until this is answered: nothing waits for it.
  const refused = await ask('Still there?')
  expect(refused.status).toBe(503)
  expect(await errorOf(refused)).toMatchObject({
    code: expect.stringMatching(/^(dependency|audit)_unavailable$/),
    type: 'api_error',
  })
  expect(stack.stub.requestCount).toBe(asked)
  expect((await fetch(`${stack.url}/health/ready`)).status).toBe(503)

  await redis.restart()
  stack.stub.respondWith(`You are at ${token}.`)
  const back = await eventually(() => ask('Where am I?'))
  expect(back.headers.get('x-session-id')).toBe(first.headers.get('x-session-id'))
  expect((await completionOf(back)).choices[0]?.message.content).toBe(`You are at ${EMAIL}.`)
})

it('ends an open stream with an error when its evidence cannot be left', async () => {
  stack.stub.respondWith({ text: 'one two three four' })
  const gate = stack.stub.pauseAfter(2)
  const response = await stack.post('alice', {
    model: 'stub-model',
    stream: true,
    messages: [{ role: 'user', content: 'Count, please.' }],
  })
  await redis.kill()
  gate.release()
  const body = await response.text()
  // Either comes first: the record that cannot be written, or the freeze lease that cannot be renewed.
  expect(body).toMatch(/"code":"(audit|dependency)_unavailable"/)
  expect(body).not.toContain('[DONE]')
  expect(body).not.toContain('finish_reason":"stop"')
  await redis.restart()
})

it('asks the clients of every wire to come again in a moment', async () => {
  await redis.kill()
  const ask = () => stack.post('alice', { model, messages })
  // Until its freeze lease has run out the gateway may still begin a stream, which then ends with an error.
  await expect.poll(async () => (await errorOf(await ask())).code, { timeout: 20_000 }).toBe('dependency_unavailable')
  const asked = stack.stub.requestCount
  for (const [path, body] of WIRES) {
    const { status, headers } = await stack.request('alice', path, body)
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect(headers.get('x-should-retry')).toBeNull()
  }
  expect(stack.stub.requestCount).toBe(asked)
  await redis.restart()
  await eventually(ask)
})

async function eventually(attempt: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await attempt()
    if (response.status === 200) return response
    expect(response.status).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the gateway did not recover')
}
