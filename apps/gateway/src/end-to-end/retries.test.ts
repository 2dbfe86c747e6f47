import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { type StubModel, startStubModel } from '@sluice/testkit'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let second: StubModel
let serial = 0

beforeAll(async () => {
  second = await startStubModel({ models: ['stub-model'] })
  stack = await startGatewayStack(({ baseUrl }) => ({
    CACHE_TTL_MS: '0',
    ENDPOINTS: JSON.stringify([
      { name: 'first', baseUrl, permittedLevel: 7, models: ['one', 'both'] },
      { name: 'third', baseUrl, permittedLevel: 7, models: ['three'] },
      { name: 'second', baseUrl: second.baseUrl, permittedLevel: 7, models: ['both'] },
    ]),
  }))
})
afterAll(async () => {
  await stack?.stop()
  await second?.stop()
})
afterEach(() => {
  stack.stub.reset()
  second.reset()
})

const question = () => `Question number ${++serial}.`
const calls = () => stack.stub.requestCount + second.requestCount

/** Each client as it comes, with the number of retries that it has by default. */
const CLIENTS: Record<string, (model: string, content: string) => Promise<unknown>> = {
  openai: async (model, content) => {
    const client = new OpenAI({ baseURL: `${stack.url}/v1`, apiKey: await stack.tokenFor('alice') })
    return await client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
  },
  'openai, streamed': async (model, content) => {
    const client = new OpenAI({ baseURL: `${stack.url}/v1`, apiKey: await stack.tokenFor('alice') })
    return await client.chat.completions.create({ model, stream: true, messages: [{ role: 'user', content }] })
  },
  '@anthropic-ai/sdk': async (model, content) => {
    const client = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('alice'), apiKey: null })
    return await client.messages.create({ model, max_tokens: 9, messages: [{ role: 'user', content }] })
  },
  'ai, with OpenAI’s provider': async (model, prompt) => {
    const provider = createOpenAI({ baseURL: `${stack.url}/v1`, apiKey: await stack.tokenFor('alice') })
    return await generateText({ model: provider.chat(model), prompt })
  },
  'ai, with Anthropic’s provider': async (model, prompt) => {
    const provider = createAnthropic({ baseURL: `${stack.url}/v1`, apiKey: await stack.tokenFor('alice') })
    return await generateText({ model: provider(model), prompt })
  },
}

describe.each(Object.keys(CLIENTS))('a model that answers with 500 is asked by %s', (name) => {
  it.each(['one', 'both'])(
    'three times and not nine, over the endpoints of %s',
    async (model) => {
      for (const stub of [stack.stub, second]) stub.respondWith({ fault: { type: 'status', status: 500 } })
      await expect(CLIENTS[name]?.(model, question())).rejects.toThrow()
      expect(calls()).toBe(3)
    },
    30_000,
  )
})

it('a long body that comes again shares its tries as well', async () => {
  stack.stub.respondWith({ fault: { type: 'status', status: 500 } })
  const content = `${question()} ${'The weather is nice today. '.repeat(2_000)}`
  const ask = (text: string) => stack.post('alice', { model: 'one', messages: [{ role: 'user', content: text }] })
  for (let time = 0; time < 3; time += 1) {
    const response = await ask(content)
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([502, 'false'])
  }
  expect(calls()).toBe(3)
  await ask(`${content}!`)
  expect(calls()).toBe(6)
})

it('what is asked anew is asked: another question, and the same one once it is answered', async () => {
  stack.stub.respondWith({ fault: { type: 'status', status: 500 } })
  const content = question()
  await expect(CLIENTS.openai?.('one', content)).rejects.toMatchObject({ status: 502 })
  stack.stub.respondWith('Fine.')
  await expect(CLIENTS.openai?.('one', question())).resolves.toMatchObject({ object: 'chat.completion' })
})

it('a time that an endpoint names is passed on, and a client that waits for it is served', async () => {
  stack.stub.respondOnce({ fault: { type: 'status', status: 429, headers: { 'retry-after': '7' } } })
  stack.stub.respondWith('Fine.')
  const response = await stack.post('alice', { model: 'one', messages: [{ role: 'user', content: question() }] })
  expect([response.status, response.headers.get('retry-after'), response.headers.get('x-should-retry')]).toEqual([
    429,
    '7',
    null,
  ])
  expect(calls()).toBe(1)
})

it('an endpoint that fails for several users is left alone, which a metric and the answer say', async () => {
  stack.stub.respondWith({ fault: { type: 'status', status: 500 } })
  const ask = (caller: 'alice' | 'bob') =>
    stack.post(caller, { model: 'one', messages: [{ role: 'user', content: question() }] })
  await ask('alice')
  await ask('bob')
  const response = await ask('bob')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toMatch(/^[1-5]$/)
  expect(await response.json()).toMatchObject({ error: { code: 'upstream_unavailable' } })
  const metrics = await (await fetch(`${stack.url}/metrics`)).text()
  expect(metrics).toMatch(/sluice_endpoint_breaker_state\{[^}]*endpoint="first"[^}]*\} 2/)
})

it('an endpoint whose answers break off is left alone too', async () => {
  stack.stub.respondWith({ text: 'one two three', fault: { type: 'reset-mid-stream', afterFrames: 2 } })
  const ask = (caller: 'alice' | 'bob') =>
    stack.post(caller, { model: 'three', stream: true, messages: [{ role: 'user', content: question() }] })
  for (const caller of ['alice', 'alice', 'alice', 'bob', 'bob'] as const) {
    const response = await ask(caller)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('upstream_interrupted')])
  }
  expect((await ask('bob')).status).toBe(503)
})
