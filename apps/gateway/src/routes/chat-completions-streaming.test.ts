import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const EMAIL = 'claire.dupont@example.org'
const VALUES = [EMAIL, '+44 20 7946 0958', '4111 1111 1111 1111', 'DE89370400440532013000', '078-05-1120']

let stack: GatewayStack
/** An answer with five tokens, and the text that a caller with full clearance must read. */
let fixture: { tokenized: string; restored: string }

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
  const prompt = `Mail ${VALUES[0]}, call ${VALUES[1]}, card ${VALUES[2]}, IBAN ${VALUES[3]}, SSN ${VALUES[4]}.`
  await (await stack.client('alice')).chat.completions.create({
    model: 'stub-model',
    messages: [{ role: 'user', content: prompt }],
  })
  const body = stack.stub.lastRequest().body as { messages: { content: string }[] }
  const tokenized = body.messages[0]?.content ?? ''
  expect(tokenized.match(/[A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-Z]{10}/g)).toHaveLength(5)
  fixture = { tokenized, restored: prompt }
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const request = { model: 'stub-model', messages: [{ role: 'user' as const, content: 'Repeat, please.' }] }

async function streamed(): Promise<string> {
  const stream = await (await stack.client('alice')).chat.completions.create({ ...request, stream: true })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  return text
}

describe('a streamed answer is the same as one that is not', () => {
  it('without a stream', async () => {
    stack.stub.respondWith(fixture.tokenized)
    const completion = await (await stack.client('alice')).chat.completions.create(request)
    expect(completion.choices[0]?.message.content).toBe(fixture.restored)
  })

  // Every pair of cuts is tried at the layer itself (l4-rehydrate); here each single cut goes over the wire.
  it('cut at every place', async () => {
    const cuts = Array.from({ length: fixture.tokenized.length - 1 }, (_, index) => index + 1)
    stack.stub.respondOnce(...cuts.map((cut) => ({ text: fixture.tokenized, cuts: [cut] })))
    for (const cut of cuts) expect(await streamed(), `cut at ${cut}`).toBe(fixture.restored)
  })

  it.each([1, 2, 3, 7, 16, 61])('with the bytes of its frames cut every %i', async (bytesPerWrite) => {
    const text = `${fixture.tokenized} – “ça va?” 🙂`
    stack.stub.respondWith({ text, bytesPerWrite })
    expect(await streamed()).toBe(`${fixture.restored} – “ça va?” 🙂`)
  })
})

it('gives the first text to the client while the model is still writing', async () => {
  stack.stub.respondWith({ text: 'First words and more.', cuts: [6] })
  const gate = stack.stub.pauseAfter(2)
  const stream = await (await stack.client('alice')).chat.completions.create({ ...request, stream: true })
  const reader = stream[Symbol.asyncIterator]()
  let text = ''
  // The model is paused, so these reads can end only if nothing waits for the rest.
  while (text === '') {
    const next = await reader.next()
    if (next.done) throw new Error('the stream ended before its first text')
    text += next.value.choices[0]?.delta.content ?? ''
  }
  expect('First '.startsWith(text)).toBe(true)
  gate.release()
  for (let next = await reader.next(); !next.done; next = await reader.next()) {
    text += next.value.choices[0]?.delta.content ?? ''
  }
  expect(text).toBe('First words and more.')
})

it('keeps the connection alive with comments before a slow first token, and still answers', async () => {
  const slow = await startGatewayStack(() => ({ KEEP_ALIVE_COMMENT_MS: '100', CACHE_TTL_MS: '0' }))
  try {
    slow.stub.respondWith({ text: 'late', headersDelayMs: 450 })
    const response = await slow.post('alice', { ...request, stream: true })
    expect(response.status).toBe(200)
    const body = await response.text()
    expect(body).toMatch(/^: keep-alive\n\n/)
    expect(body).toContain('late')
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true)

    slow.stub.respondWith({ fault: { type: 'status', status: 400 }, headersDelayMs: 450 })
    const refused = await (await slow.post('alice', { ...request, stream: true })).text()
    expect(refused).toContain('data: {"error":{')
    expect(refused).not.toContain('[DONE]')
  } finally {
    await slow.stop()
  }
})

it('ends an open stream with an error frame when the service stops, rather than cutting it', async () => {
  const stopping = await stack.another({})
  stack.stub.respondWith({ text: 'one two three' })
  stack.stub.pauseAfter(2)
  const response = await fetch(`${stopping.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
    body: JSON.stringify({ ...request, stream: true }),
  })
  expect(response.status).toBe(200)
  const stopped = stopping.stop()
  const text = await response.text()
  expect(text).toMatch(/data: \{"error":\{.*"code":"shutting_down".*\}\n\n$/)
  await stopped
  expect(stack.logged()).not.toContain('connections cut')
})
