import { once } from 'node:events'
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stubVector } from './embeddings.ts'
import type { StubFault } from './reply.ts'
import { type StubModel, startStubModel } from './start-stub-model.ts'

let stub: StubModel
beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model', 'other'] })
})
beforeEach(() => stub.reset())
afterAll(async () => await stub?.stop())

const call = async (body: object = {}, signal?: AbortSignal) =>
  await fetch(`${stub.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-test': 'yes' },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content: 'hi' }], ...body }),
    ...(signal && { signal }),
  })

/** The parts of a streamed body as the HTTP parser hands them on; `fetch` would join them. */
const receive = async (): Promise<Buffer[]> => {
  const outgoing = request(`${stub.baseUrl}/chat/completions`, { method: 'POST' })
  outgoing.end(JSON.stringify({ model: 'stub-model', stream: true }))
  const [response] = await once(outgoing, 'response')
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  await once(response, 'end')
  return parts
}

const framesOf = (text: string) => text.split('\n\n').filter((frame) => frame !== '')
const chunksOf = (text: string) =>
  framesOf(text)
    .filter((frame) => frame !== 'data: [DONE]')
    .map((frame) => JSON.parse(frame.slice('data: '.length)))
const streamText = (chunks: ReturnType<typeof chunksOf>, index = 0): string =>
  chunks
    .flatMap((chunk) => chunk.choices)
    .filter((choice) => choice.index === index)
    .map((choice) => choice.delta.content ?? '')
    .join('')

describe('the plain wire', () => {
  it('lists its models and answers anything else with 404', async () => {
    const { data } = JSON.parse(await (await fetch(`${stub.baseUrl}/models`)).text())
    expect(data.map((model: { id: string }) => model.id)).toEqual(['stub-model', 'other'])
    expect((await fetch(`${stub.baseUrl}/embeddings`)).status).toBe(404)
  })

  it('records what it received', async () => {
    await (await call({ temperature: 0 })).text()
    const received = stub.lastRequest()
    expect(received).toMatchObject({ number: 1, method: 'POST', model: 'stub-model', stream: false })
    expect(received.headers['x-test']).toBe('yes')
    expect(received.body).toMatchObject({ temperature: 0, messages: [{ role: 'user', content: 'hi' }] })
    expect(await received.ended).toBe('complete')
  })

  it('answers with a text, with n choices and with unknown members', async () => {
    stub.respondWith({ text: 'A b c', extra: { system_fingerprint: 'fp' }, extraMessage: { reasoning_content: 'r' } })
    const body = await (await call({ n: 2 })).json()
    expect(body).toMatchObject({ object: 'chat.completion', system_fingerprint: 'fp', usage: { completion_tokens: 6 } })
    const message = { role: 'assistant', content: 'A b c', reasoning_content: 'r' }
    expect(body).toHaveProperty('choices', [
      { index: 0, message: { ...message, refusal: null }, logprobs: null, finish_reason: 'stop' },
      { index: 1, message: { ...message, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ])
  })

  it('streams the role, the words, the finish, the usage and [DONE]', async () => {
    stub.respondWith('One two three')
    const response = await call({ stream: true, stream_options: { include_usage: true } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const text = await response.text()
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    const chunks = chunksOf(text)
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.slice(1, 4).map((chunk) => chunk.choices[0].delta.content)).toEqual(['One', ' two', ' three'])
    expect(chunks[4].choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(chunks.slice(0, 5).every((chunk) => chunk.usage === null)).toBe(true)
    expect(chunks[5]).toMatchObject({ choices: [], usage: { total_tokens: 13 } })
  })

  it('streams different choices in turn', async () => {
    stub.respondWith({ choices: [{ text: 'a b' }, { text: 'c d e', finishReason: 'length' }] })
    const chunks = chunksOf(await (await call({ stream: true, n: 2 })).text())
    expect([streamText(chunks, 0), streamText(chunks, 1)]).toEqual(['a b', 'c d e'])
    expect(chunks.map((chunk) => chunk.choices[0].index)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 1])
  })

  it('sends tool calls whole and in pieces', async () => {
    const json = '{"to":"x@example.test","n":1}'
    stub.respondWith({ toolCalls: [{ name: 'mail', arguments: json, cuts: [3, 10] }] })
    const body = JSON.parse(await (await call()).text())
    expect(body.choices[0]).toMatchObject({ message: { content: null }, finish_reason: 'tool_calls' })
    expect(body.choices[0].message.tool_calls).toEqual([
      { id: 'call_0', type: 'function', function: { name: 'mail', arguments: json } },
    ])
    const deltas = chunksOf(await (await call({ stream: true })).text()).flatMap(
      (chunk) => chunk.choices[0].delta.tool_calls ?? [],
    )
    expect(deltas[0]).toEqual({ index: 0, id: 'call_0', type: 'function', function: { name: 'mail', arguments: '' } })
    expect(deltas.slice(1).map((delta) => delta.function.arguments)).toEqual(['{"t', 'o":"x@e', 'xample.test","n":1}'])
  })

  it('answers verbatim, from a function and from a script', async () => {
    const completion = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'v w' }, odd: 1 }] }
    stub.respondWith((request) => `You sent ${JSON.stringify(request.body.messages)}`)
    stub.respondOnce({ completion }, { completion }, { chunks: [{ any: 'thing' }] })
    expect(await (await call()).json()).toEqual(completion)
    expect(streamText(chunksOf(await (await call({ stream: true })).text()))).toBe('v w')
    expect(chunksOf(await (await call({ stream: true })).text())).toEqual([{ any: 'thing' }])
    expect(await (await call()).text()).toContain('You sent [{')
  })
})

describe('splits', () => {
  it('streams the same text for any text cuts', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(45), { maxLength: 4 }), async (text, cuts) => {
        stub.respondWith({ text, cuts })
        const chunks = chunksOf(await (await call({ stream: true })).text())
        expect(streamText(chunks)).toBe(text)
        const inside = new Set(cuts.filter((cut) => cut > 0 && cut < text.length))
        expect(chunks).toHaveLength(inside.size + 3)
      }),
      { numRuns: 60 },
    )
  })

  it('splits the bytes as asked without changing them', async () => {
    const text = 'Grüße an Zoë 👋'
    const normal = (bytes: Buffer) => bytes.toString('utf8').replaceAll(/chatcmpl-stub-\d/g, 'id')
    stub.respondWith({ text })
    const whole = normal(Buffer.concat(await receive()))
    stub.respondWith({ text, bytesPerWrite: 7 })
    const sevens = await receive()
    expect(normal(Buffer.concat(sevens))).toBe(whole)
    expect(Math.max(...sevens.map((part) => part.length))).toBe(7)
    stub.respondWith({ text, byteCuts: [1, 300, 301, 302] })
    const cut = await receive()
    expect(normal(Buffer.concat(cut))).toBe(whole)
    const ends = cut.map((_, index) => Buffer.concat(cut.slice(0, index + 1)).length)
    expect(ends).toEqual(expect.arrayContaining([1, 300, 301, 302]))
  })
})

describe('the gate', () => {
  it('holds a stream until it is released', async () => {
    stub.respondWith('One two three')
    const gate = stub.pauseAfter(2)
    const response = await call({ stream: true })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await gate.reached).number).toBe(1)
    let received = ''
    while (framesOf(received).length < 2) received += (await reader.read()).value
    expect(streamText(chunksOf(received))).toBe('One')
    gate.release()
    for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value
    expect(streamText(chunksOf(received))).toBe('One two three')
  })

  it('holds even the first frame, with the headers already sent', async () => {
    const gate = stub.pauseAfter(0)
    const response = await call({ stream: true })
    expect(response.status).toBe(200)
    gate.release()
    expect(await response.text()).toContain('[DONE]')
  })

  it('tells that the client has left', async () => {
    stub.pauseAfter(1)
    const controller = new AbortController()
    const response = await call({ stream: true }, controller.signal)
    const body = response.text()
    controller.abort()
    await expect(body).rejects.toThrow()
    const [request] = await stub.waitForRequests(1)
    await request!.aborted
    expect(await request!.ended).toBe('aborted')
  })
})

describe('faults', () => {
  const failing = async (fault: StubFault, stream: boolean) => {
    stub.respondWith({ text: 'One two three', fault })
    return await call({ stream })
  }

  it.each([429, 500, 503])('answers %i with its body and headers', async (status) => {
    const response = await failing({ type: 'status', status, headers: { 'retry-after': '1' } }, true)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ error: { type: 'stub_error' } })
  })

  it.each([true, false])('resets before headers (stream: %s)', async (stream) => {
    await expect(failing({ type: 'reset-before-headers' }, stream)).rejects.toThrow()
  })

  it.each([true, false])('resets in mid-answer (stream: %s)', async (stream) => {
    const response = await failing({ type: 'reset-mid-stream' }, stream)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it.each([
    ['hang-before-headers', false],
    ['hang-mid-stream', true],
    ['hang-mid-stream', false],
  ] as const)('%s sends nothing more and notices that the client leaves (stream: %s)', async (type, stream) => {
    stub.respondWith({ text: 'One two', fault: { type } })
    const controller = new AbortController()
    const answer = call({ stream }, controller.signal).then((response) => response.text())
    const [request] = await stub.waitForRequests(1)
    controller.abort()
    await expect(answer).rejects.toThrow()
    await request!.aborted
  })

  it('sends broken JSON, broken SSE, no [DONE] and error frames', async () => {
    const textOf = async (fault: StubFault, stream = true) => await (await failing(fault, stream)).text()
    expect(framesOf(await textOf({ type: 'malformed-json' }))[2]).toBe(
      'data: {"id":"chatcmpl-broken","choices":[{"index":0,',
    )
    expect(framesOf(await textOf({ type: 'malformed-sse', afterFrames: 0 }))[0]).toContain('<html>')
    expect(await textOf({ type: 'no-done' })).not.toContain('[DONE]')
    const broken = await textOf({ type: 'malformed-json' }, false)
    expect(() => JSON.parse(broken)).toThrow()
    const frames = framesOf(await textOf({ type: 'error-frame', afterFrames: 1, message: 'overloaded' }))
    expect(frames).toHaveLength(2)
    expect(frames[1]).toContain('"message":"overloaded"')
  })
})

describe('embeddings', () => {
  const embed = async (body: object) => {
    const response = await fetch(`${stub.baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'stub-model', ...body }),
    })
    return JSON.parse(await response.text())
  }

  it('are one vector for each text, the same for the same text, and recorded like any request', async () => {
    const { data, usage } = await embed({ input: ['one', 'two', 'one'] })
    expect(data.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2])
    expect(data[0].embedding).toEqual(stubVector('one'))
    expect(data[0].embedding).toEqual(data[2].embedding)
    expect(data[0].embedding).not.toEqual(data[1].embedding)
    expect(usage.total_tokens).toBeGreaterThan(0)
    expect(stub.lastRequest()).toMatchObject({ path: '/v1/embeddings', body: { input: ['one', 'two', 'one'] } })
  })

  it('come in the format and length asked for, or as the test says', async () => {
    const base64 = await embed({ input: 'one', encoding_format: 'base64', dimensions: 3 })
    const bytes = Buffer.from(base64.data[0].embedding, 'base64')
    expect([0, 4, 8].map((at) => bytes.readFloatLE(at))).toEqual(stubVector('one', 3))
    stub.respondWith({ vectorFormat: 'float' })
    expect((await embed({ input: 'one', encoding_format: 'base64' })).data[0].embedding).toEqual(stubVector('one'))
  })
})
