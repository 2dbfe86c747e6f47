import { connect, createServer } from 'node:net'
import type { StubAnswer } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import {
  ask,
  asked,
  batchesOf,
  deltaFrame,
  failureFrom,
  readAll,
  streamed,
  textOf,
  useStubServer,
} from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()

describe('what is sent', () => {
  it('is the request with its unknown members, the server key and the path prefix', async () => {
    const endpoint = open({
      apiKey: 'sk-server',
      headers: { 'OpenAI-Organization': 'org' },
      modelMap: { 'stub-model': 'deployment-7' },
    })
    const request = { ...asked, seed: 7, service_metadata: { session_id: 1 }, stream_options: { include_usage: true } }
    await readAll(await ask(endpoint, request))
    const { body, headers, path } = stub.lastRequest()
    expect(path).toBe('/v1/chat/completions')
    expect(body).toEqual({ ...asked, model: 'deployment-7', seed: 7, stream_options: { include_usage: true } })
    expect(headers).toMatchObject({
      authorization: 'Bearer sk-server',
      'openai-organization': 'org',
      'content-type': 'application/json',
      accept: 'application/json',
      'x-request-id': 'req-1',
    })
  })

  it('has a configured header in place of its own', async () => {
    await readAll(await ask(open({ apiKey: 'sk-server', headers: { Authorization: 'Basic x' } }), asked))
    expect(stub.lastRequest().headers.authorization).toBe('Basic x')
  })

  it('has no authorization without a key, and ignores inherited names in the model map', async () => {
    const endpoint = open({ baseUrl: `${stub.baseUrl}/`, modelMap: {} })
    await readAll(await ask(endpoint, { ...asked, model: 'constructor' }))
    expect(stub.lastRequest().headers.authorization).toBeUndefined()
    expect(stub.lastRequest().body.model).toBe('constructor')
  })

  it('takes http and https only', () => {
    expect(() => open({ baseUrl: 'ftp://127.0.0.1/v1' })).toThrow(TypeError)
  })
})

describe('an answer', () => {
  const text = 'Grüße, wir sehen uns um 5 – \u{1F600}!'

  it('not streamed, is one chunk with the whole message and its usage', async () => {
    stub.respondWith({ text, extra: { system_fingerprint: 'fp' }, extraMessage: { reasoning_content: 'hm' } })
    const chunks = await readAll(await ask(open(), asked))
    expect(chunks).toHaveLength(1)
    expect(chunks[0]).toMatchObject({
      object: 'chat.completion.chunk',
      system_fingerprint: 'fp',
      usage: { total_tokens: expect.any(Number) },
      choices: [
        { index: 0, delta: { role: 'assistant', content: text, reasoning_content: 'hm' }, finish_reason: 'stop' },
      ],
    })
  })

  it('streamed, is its chunks with unknown members and usage', async () => {
    stub.respondWith({ text, extra: { system_fingerprint: 'fp' } })
    const chunks = await readAll(await ask(open(), { ...streamed, stream_options: { include_usage: true } }))
    expect(textOf(chunks)).toBe(text)
    expect(chunks.every((chunk) => chunk.system_fingerprint === 'fp')).toBe(true)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  })

  it.each([1, 2, 3, 7, 64])('streamed in pieces of %i bytes, is the same', async (bytesPerWrite) => {
    const extra = { id: 'chatcmpl-1' }
    stub.respondWith({ text, extra })
    const whole = await readAll(await ask(open(), streamed))
    stub.respondWith({ text, extra, bytesPerWrite })
    expect(await readAll(await ask(open(), streamed))).toEqual(whole)
  })

  it('begins with its first event, while the upstream holds the rest back', async () => {
    const gate = stub.pauseAfter(1)
    const chunks = await ask(open(), streamed)
    await gate.reached
    gate.release()
    expect(textOf(await readAll(chunks))).toBe('Hello from the stub model.')
  })

  it.each<[string, StubAnswer]>([
    ['ends without [DONE] after a finish_reason', { fault: { type: 'no-done' } }],
    [
      'has comments and empty data',
      { rawBody: `: keep-alive\n\ndata:\n\n${deltaFrame('ok', 'stop')}data: [DONE]\n\n` },
    ],
    ['says more after [DONE]', { rawBody: `${deltaFrame('ok', 'stop')}data: [DONE]\n\n${deltaFrame('more')}` }],
    [
      'begins with Azure’s prompt filter',
      { rawBody: `data: {"choices":[],"prompt_filter_results":[]}\n\n${deltaFrame('ok', 'stop')}` },
    ],
    ['has error: null in its frames', { rawBody: deltaFrame('ok', 'stop').replace('"id"', '"error":null,"id"') }],
  ])('is complete when it %s', async (_name, answer) => {
    stub.respondWith({ text: 'ok', ...answer })
    expect(textOf(await readAll(await ask(open(), streamed)))).toBe('ok')
  })

  it('is taken as what it says it is, not as what was asked for', async () => {
    const json = JSON.stringify({ choices: [{ message: { content: 'json' }, finish_reason: 'stop' }] })
    stub.respondWith({ rawBody: json, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(textOf(await readAll(await ask(open(), streamed)))).toBe('json')
    stub.respondWith({ rawBody: deltaFrame('sse', 'stop'), headers: { 'content-type': 'text/event-stream' } })
    expect(textOf(await readAll(await ask(open(), asked)))).toBe('sse')
  })

  it('larger than the buffers arrives whole at a slow reader', async () => {
    stub.respondWith({
      rawBody: `${deltaFrame('x'.repeat(1_000)).repeat(500)}${deltaFrame('', 'stop')}data: [DONE]\n\n`,
    })
    let length = 0
    for await (const batch of batchesOf(await ask(open(), streamed))) {
      await new Promise((resolve) => setImmediate(resolve))
      length += textOf(batch).length
    }
    expect(length).toBe(500_000)
  })

  it('leaves its connection to the next one', async () => {
    let connections = 0
    const relay = createServer((socket) => {
      connections += 1
      const upstream = connect(stub.port, '127.0.0.1')
      socket.on('error', () => upstream.destroy()).pipe(upstream)
      upstream.on('error', () => socket.destroy()).pipe(socket)
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const address = relay.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const endpoint = open({ baseUrl: `http://127.0.0.1:${address.port}/v1`, maxConnections: 1 })
    for (const request of [streamed, asked, streamed, asked]) await readAll(await ask(endpoint, request))
    stub.respondWith({ fault: { type: 'status', status: 500 } })
    await failureFrom(ask(endpoint, asked))
    await failureFrom(ask(endpoint, asked))
    expect(connections).toBe(1)
    await endpoint.close()
    relay.close()
  })
})
