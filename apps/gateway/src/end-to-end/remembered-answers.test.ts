import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    CACHE_WAIT_MS: '60000',
    ENDPOINTS: JSON.stringify([
      ...['openai-compatible', 'anthropic'].map((kind) => ({
        ...{ name: kind, kind, baseUrl: stub.baseUrl, apiKey: 'upstream-key', permittedLevel: 7 },
        models: [kind === 'anthropic' ? 'claude-stub' : 'stub-model'],
      })),
    ]),
  }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const within = { timeout: 15_000 }
const NAME = 'Maria Keller'
const HIT = { service_metadata: { cache_hit: true, layers_executed: ['L0', 'L1', 'L2', 'L3', 'L7', 'L4', 'L6'] } }
/** Says what the model was asked, with the tokens that stand in it. */
const echo = () =>
  stack.stub.respondWith(({ body: { messages, input } }) => ({
    text: `You said: ${Array.isArray(messages) ? messages.at(-1)?.content : input}`,
  }))

it('gives a message again, whole and as a stream, with the values of its own request and a new id', async () => {
  echo()
  const client = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('alice'), apiKey: null })
  const ask = (name: string) => ({
    ...{ model: 'claude-stub', max_tokens: 100 },
    messages: [{ role: 'user' as const, content: `I am ${name}.` }],
  })
  const first = await client.messages.stream(ask(NAME)).finalMessage()
  const again = await client.messages.create(ask('Peter Braun'))
  expect(again).toMatchObject({ ...HIT, content: [{ type: 'text', text: 'You said: I am Peter Braun.' }] })
  expect(again.usage).toEqual(first.usage)
  const streamed = await client.messages.stream(ask(NAME)).finalMessage()
  expect(streamed.content).toEqual(first.content)
  expect(streamed.id).toMatch(/^msg_[0-9a-f-]{36}$/)
  expect(new Set([first.id, again.id, streamed.id]).size).toBe(3)
  expect(stack.stub.requestCount).toBe(1)
})

it('gives a response again that is not stored, whole and as a stream, and none that is', async () => {
  echo()
  const client = await stack.client('alice')
  const ask = { model: 'stub-model', input: `I am ${NAME}.`, store: false }
  const first = await client.responses.create(ask)
  const again = await client.responses.create(ask)
  expect(again).toMatchObject({ ...HIT, output_text: `You said: I am ${NAME}.`, usage: first.usage })
  expect(again.id).not.toBe(first.id)
  expect(again.output[0]?.id).toBe(`${again.id.replace('resp', 'msg')}_0`)
  const streamed = await client.responses.stream(ask).finalResponse()
  expect(streamed.output_text).toBe(first.output_text)
  expect(stack.stub.requestCount).toBe(1)
  await client.responses.create({ ...ask, store: true })
  await client.responses.create({ ...ask, store: true })
  expect(stack.stub.requestCount).toBe(3)
})

it('asks the model once for equal requests of a user at the same time', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  stack.stub.respondWith(async () => {
    await held
    return 'Once.'
  })
  const ask = { model: 'stub-model', messages: [{ role: 'user', content: 'How often are you asked?' }] }
  const leading = stack.post('alice', ask)
  await expect.poll(() => stack.stub.requestCount, within).toBe(1)
  const following = Array.from({ length: 4 }, () => stack.post('alice', ask))
  // What comes later, from a user with whom nothing is shared, does reach the model.
  const other = stack.post('bob', ask)
  await expect.poll(() => stack.stub.requestCount, within).toBe(2)
  answer()
  expect((await completionOf(await leading)).service_metadata.cache_hit).toBe(false)
  expect((await completionOf(await other)).service_metadata.cache_hit).toBe(false)
  for (const one of following) {
    const { choices, service_metadata } = await completionOf(await one)
    expect(choices[0]?.message.content).toBe('Once.')
    expect(service_metadata.cache_hit).toBe(true)
  }
  expect(stack.stub.requestCount).toBe(2)
})
