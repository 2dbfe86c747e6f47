import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { completionOf, errorOf, type House, startHouse } from './house.ts'

const EMAIL = 'claire.dupont@example.org'

let house: House
let redis: RedisServer

beforeAll(async () => {
  redis = await startOwnRedis()
  house = await startHouse(undefined, redis)
})
afterAll(() => house.stop())

it('refuses while Redis is away, and goes on with the same session when it is back', async () => {
  const ask = (content: string) => house.post('alice', { model: 'stub-model', messages: [{ role: 'user', content }] })
  const first = await ask(`I am at ${EMAIL}.`)
  expect(first.status).toBe(200)
  const token = JSON.stringify(house.stub.lastRequest().body).match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
  const asked = house.stub.requestCount

  await redis.kill()
  const startedMs = performance.now()
  const refused = await ask('Still there?')
  const tookMs = performance.now() - startedMs
  expect(refused.status).toBe(503)
  expect(await errorOf(refused)).toMatchObject({
    code: expect.stringMatching(/^(dependency|audit)_unavailable$/),
    type: 'api_error',
  })
  // The one bound in time that is a promise of the product, not a measurement: fail closed within 1 s.
  expect(tookMs).toBeLessThan(1_000)
  expect(house.stub.requestCount).toBe(asked)
  expect((await fetch(`${house.url}/health/ready`)).status).toBe(503)

  await redis.restart()
  house.stub.respondWith(`You are at ${token}.`)
  const back = await eventually(() => ask('Where am I?'))
  expect(back.headers.get('x-session-id')).toBe(first.headers.get('x-session-id'))
  expect((await completionOf(back)).choices[0]?.message.content).toBe(`You are at ${EMAIL}.`)
})

it('ends an open stream with an error when its evidence cannot be left', async () => {
  house.stub.respondWith({ text: 'one two three four' })
  const gate = house.stub.pauseAfter(2)
  const response = await house.post('alice', {
    model: 'stub-model',
    stream: true,
    messages: [{ role: 'user', content: 'Count, please.' }],
  })
  await redis.kill()
  gate.release()
  const body = await response.text()
  expect(body).toContain('"code":"audit_unavailable"')
  expect(body).not.toContain('[DONE]')
  expect(body).not.toContain('finish_reason":"stop"')
  await redis.restart()
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
