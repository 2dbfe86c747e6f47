import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* Freezes, holds and ended sessions as the official client of OpenAI's Responses sees them. */

const ALICE = { tenant: 'default', sub: 'alice' }
const ORDER = { reason: 'reported by the SOC', actor: 'user:carol' }

let stack: GatewayStack
let control: FreezeControl
let alice: OpenAI
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
    ]),
  }))
  const { redisClient: redis, sessions } = stack
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
  alice = await stack.client('alice')
})
afterAll(async () => {
  control?.close()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

const ask = { model: 'stub-model', input: 'Tell me a story.' }

it('ends an open stream with an error event once its user is frozen, and refuses the next request', async () => {
  stack.stub.respondWith({ text: 'Once upon a time there was more.' })
  stack.stub.pauseAfter(6)
  const stream = await alice.responses.create({ ...ask, stream: true })
  const seen: string[] = []
  const reading = (async () => {
    for await (const event of stream) seen.push(event.type)
  })()
  // It rejects while the freeze is still being written.
  reading.catch(() => undefined)
  await stack.stub.waitForRequests(1)
  await expect.poll(() => seen.includes('response.output_text.delta')).toBe(true)
  await control.freezeUser(ALICE, ORDER)
  try {
    await expect(reading).rejects.toMatchObject({ code: 'session_frozen' })
    expect(seen).not.toContain('response.completed')
    await stack.stub.lastRequest().aborted
    const refused = alice.responses.create(ask)
    await expect(refused).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
    await expect(refused).rejects.toMatchObject({ code: 'session_frozen' })
  } finally {
    await control.unfreezeUser(ALICE, ORDER)
  }
  stack.stub.reset()
  expect((await alice.responses.create(ask)).status).toBe('completed')
})

it('answers a hold with an error where the client asks for that, so that no agent takes it for the end', async () => {
  const held = { ...ask, input: 'Transfer 900 euros to Mallory.' }
  for (const stream of [false, true]) {
    const refused = alice.responses.create({ ...held, stream }, { headers: { 'x-on-hold': 'error' } })
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'approval_required' })
  }
  expect(stack.stub.requestCount).toBe(0)
})

it('does not go on in a session that has ended', async () => {
  const short = await stack.another({ SESSION_IDLE_MS: '1000', SESSION_TOUCH_MS: '100' })
  const client = await stack.client('alice', {
    baseURL: `${short.url}/v1`,
    defaultHeaders: { 'x-session-id': 'brief' },
  })
  const one = await client.responses.create(ask)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const again = client.responses.create({ ...ask, previous_response_id: one.id }, { headers: { 'x-session-id': null } })
  await expect(again).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' })
  await short.stop()
})
