import type { ChatRequest, MessagesRequest, ResponsesRequest, WireEvent } from '@sluice/contracts'
import type { Answer, ModelRequest } from '@sluice/pipeline/ports'
import type { StubAnswer } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import { ask, asked, codeFrom, failureFrom, readAll, streamed, useStubServer } from '../fixtures/endpoints.ts'
import { ALL_KINDS, callOf, callsOf, endOf, heldByThread, joined, KINDS, optionsOf } from '../fixtures/kinds.ts'

/*
 * What holds of every kind of endpoint, against a stub of its wire. Each stub names the pages that it was written from.
 */

const { stub, open } = await useStubServer()

const TOOL = {
  type: 'function',
  function: { name: 'look_up', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
} as const
const CALLS = [
  { id: 'abcdefgh1', name: 'look_up', arguments: '{"city":"Köln"}' },
  { id: 'abcdefgh2', name: 'look_up', arguments: '{"city":"Oslo"}' },
]
const withTools = (request: ChatRequest): ChatRequest => ({ ...request, tools: [TOOL] })
const both: [string, ChatRequest][] = [
  ['whole', asked],
  ['streamed', streamed],
]

describe.each(ALL_KINDS)('an endpoint of the kind %s', (kind) => {
  const openKind = (changes = {}) => open({ ...optionsOf(kind, stub), ...changes })

  describe.each(both)('%s', (_how, request) => {
    it('says a text, why it ended and what it cost', async () => {
      stub.respondWith({ text: 'Grüße an 日本 🙂', ...usageFor(kind, 11, 5) })
      const chunks = await readAll(await ask(openKind(), request))
      expect(joined(chunks, 'content')).toBe('Grüße an 日本 🙂')
      expect(chunks.every(({ id, object }) => id === 'chatcmpl-own' && object === 'chat.completion.chunk')).toBe(true)
      const { reasons, usage } = endOf(chunks)
      expect(reasons).toEqual(['stop'])
      expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 })
      expect(usage).not.toHaveProperty('estimated')
    })

    it('says that it was cut', async () => {
      stub.respondWith({ text: 'and so', finishReason: kind === 'anthropic' ? 'max_tokens' : 'length' })
      expect(endOf(await readAll(await ask(openKind(), request))).reasons).toEqual(['length'])
    })

    it('calls one tool, and two at once', async () => {
      for (const toolCalls of [CALLS.slice(0, 1), CALLS]) {
        stub.respondWith({ toolCalls })
        const chunks = await readAll(await ask(openKind(), withTools(request)))
        expect(callsOf(chunks)).toEqual(toolCalls)
        expect(endOf(chunks).reasons).toEqual(['tool_calls'])
      }
    })

    it.each([401, 404, 429, 500, 503, 529])('passes the status %i on', async (status) => {
      stub.respondWith({ fault: { type: 'status', status, headers: { 'retry-after': '7' } } })
      expect(await failureFrom(ask(openKind(), request))).toMatchObject({
        kind: 'status',
        status,
        retryAfterSeconds: 7,
      })
    })

    it('tells a connection that fails before the answer', async () => {
      stub.respondWith({ fault: { type: 'reset-before-headers' } })
      expect(await failureFrom(ask(openKind(), request))).toEqual({ kind: 'connect' })
    })

    it('tells an answer that does not begin', async () => {
      stub.respondWith({ fault: { type: 'hang-before-headers' } })
      expect(await failureFrom(ask(openKind({ headersTimeoutMs: 100 }), request))).toEqual({ kind: 'headers-timeout' })
    })

    it('closes the connection when the caller leaves', async () => {
      stub.respondWith({ fault: { type: 'hang-before-headers' } })
      const leaving = new AbortController()
      const asking = ask(openKind(), request, leaving.signal)
      const [received] = await stub.waitForRequests(1)
      leaving.abort(new Error('left'))
      await expect(asking).rejects.toThrow('left')
      await received?.aborted
    })

    it('sends what a thread has written', async () => {
      stub.respondWith('from a thread')
      const long = { ...withTools(request), messages: [{ role: 'user' as const, content: 'x'.repeat(300_000) }] }
      const sent: { digest(): string }[] = []
      const call = callOf({ leaving: (bytes) => void sent.push(bytes) })
      const chunks = await readAll(await openKind().ask(heldByThread(long), call))
      expect(joined(chunks, 'content')).toBe('from a thread')
      const received = stub.lastRequest()
      expect(received.rawBody).toContain('x'.repeat(300_000))
      expect(sent[0]?.digest()).toBe(
        Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(received.rawBody))).toString('base64url'),
      )
      // The same request, written by the event loop.
      await readAll(await ask(openKind(), long))
      expect(JSON.parse(stub.lastRequest().rawBody)).toEqual({
        ...JSON.parse(received.rawBody),
        ...usageAsked(stub.lastRequest().body),
      })
    })
  })

  it('sends the texts of all roles, an image, and the result of a tool', async () => {
    const image = Buffer.from('not really a picture').toString('base64')
    stub.respondWith('ok')
    const conversation: ChatRequest = {
      ...withTools(asked),
      messages: [
        { role: 'system', content: 'the instructions' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'the question' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
          ],
        },
        { role: 'assistant', content: 'the answer', tool_calls: [callOfTool(CALLS[0])] },
        { role: 'tool', tool_call_id: 'abcdefgh1', content: 'the result' },
      ],
    }
    await readAll(await ask(openKind(), conversation))
    const { rawBody } = stub.lastRequest()
    for (const text of ['the instructions', 'the question', image, 'the answer', 'the result', 'look_up', 'Köln']) {
      expect(rawBody).toContain(text)
    }
  })

  it.each<[string, StubAnswer, string]>([
    ['an answer that is cut off', { fault: { type: 'reset-mid-stream', afterFrames: 4 } }, 'upstream_interrupted'],
    ['silence in the middle', { fault: { type: 'hang-mid-stream', afterFrames: 4 } }, 'upstream_timeout'],
    ['an event that is broken', { fault: { type: 'malformed-json', afterFrames: 4 } }, 'upstream_invalid_answer'],
    ['a failure that it reports', { fault: { type: 'error-frame', afterFrames: 4 } }, 'upstream_error'],
  ])('tells %s', async (_what, answer, code) => {
    stub.respondWith({ text: 'one two three four', ...answer })
    expect(
      await codeFrom(
        readAll(await ask(openKind({ idleTimeoutMs: code === 'upstream_timeout' ? 200 : 10_000 }), streamed)),
      ),
    ).toBe(code)
  })

  it('tells a stream that ends without its end', async () => {
    const whole = await rawAnswer(kind)
    stub.respondWith({ rawBody: whole.subarray(0, Math.floor(whole.length / 2)) })
    expect(await codeFrom(readAll(await ask(openKind(), streamed)))).toBe('upstream_interrupted')
  })

  it('holds its bounds', async () => {
    stub.respondWith({ text: 'x'.repeat(20_000) })
    const bounded = openKind({ maxAnswerBytes: 8_000, maxEventLength: 4_000 })
    expect(await failureFrom(ask(bounded, asked))).toEqual({ kind: 'protocol' })
    stub.respondWith({ text: 'x'.repeat(6_000) })
    const long = await ask(bounded, streamed).then(
      (answer) => codeFrom(readAll(answer)),
      async (error: unknown) => (await failureFrom(Promise.reject(error))).kind,
    )
    expect(long).toMatch(/^(protocol|upstream_invalid_answer)$/)
    stub.respondWith({ text: 'x'.repeat(200_000) })
    const charged: number[] = []
    await readAll(await ask(openKind(), asked, undefined, 'alice', (bytes) => charged.push(bytes)))
    expect(charged.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(130_000)
  })

  it('shows its key, and nothing of the caller but who traces the request', async () => {
    stub.respondWith('ok')
    const headers = { authorization: 'Bearer of-the-caller', cookie: 'a=b', traceparent: '00-1-2-01', 'x-custom': 'c' }
    await readAll(await openKind().ask({ kind: 'chat', body: asked }, callOf({ headers })))
    const received = stub.lastRequest().headers
    const [name, value] = KINDS[kind].key
    expect(received[name]).toBe(value)
    expect(received.traceparent).toBe('00-1-2-01')
    expect(JSON.stringify(received)).not.toMatch(/of-the-caller|a=b|x-custom/)
    expect(received['user-agent']).toBe('sluice')
    const own = Object.keys(received).filter((header) => !COMMON_HEADERS.has(header))
    expect(own.filter((header) => header !== name && header !== 'anthropic-version')).toEqual([])
  })

  it('answers Responses and Messages', async () => {
    stub.respondWith('over another wire')
    const responses: ResponsesRequest = { model: 'stub-model', input: 'hi' }
    const messages: MessagesRequest = {
      model: 'stub-model',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'hi' }],
    }
    for (const request of [
      { kind: 'responses', body: responses },
      { kind: 'messages', body: messages },
    ] as ModelRequest[]) {
      const events = await eventsOf(await openKind().ask(request, callOf()))
      expect(JSON.stringify(events)).toContain('over another wire')
    }
  })
})

/** Their wires are read by code that other tests do not cut. */
describe.each(['gemini', 'bedrock'] as const)('an endpoint of the kind %s', (kind) => {
  it('reads a stream that is cut anywhere', async () => {
    const reply: StubAnswer = { text: 'ü🙂', toolCalls: CALLS.slice(0, 1) }
    const whole = await rawAnswer(kind, reply)
    const endpoint = open({ ...optionsOf(kind, stub), maxConnections: 16 })
    const readCutAt = async (at: number) => {
      const chunks = await readAll(await ask(endpoint, withTools(streamed), undefined, `user-${at % 8}`))
      expect([joined(chunks, 'content'), callsOf(chunks)], `cut at ${at}`).toEqual(['ü🙂', CALLS.slice(0, 1)])
    }
    stub.respondWith((request) => ({ ...reply, byteCuts: [request.number % whole.length] }))
    for (let at = 0; at < whole.length; at += 8)
      await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((one) => readCutAt(at + one)))
    stub.respondWith({ ...reply, bytesPerWrite: 1 })
    await readCutAt(0)
  })
})

/** What any request carries. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'user-agent', 'content-type', 'content-length', 'accept', 'x-request-id', 'traceparent'],
  'transfer-encoding',
])

const callOfTool = (call: (typeof CALLS)[number] | undefined) => ({
  id: call?.id ?? '',
  type: 'function' as const,
  function: { name: call?.name ?? '', arguments: call?.arguments ?? '' },
})

/** Mistral's stub says it unasked, as Mistral does. */
function usageFor(kind: string, input: number, output: number): Partial<StubAnswer> {
  if (kind === 'anthropic') return { usage: { input_tokens: input, output_tokens: output } }
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  return kind === 'mistral' ? { extra: { usage } } : { usage }
}

/** What only the event loop adds: a thread's body gets it in front. */
function usageAsked({ stream_options: options, stream }: Readonly<Record<string, unknown>>) {
  return { ...(options === undefined ? {} : { stream_options: options }), ...(stream === undefined ? {} : { stream }) }
}

/** The bytes of a streamed answer, as the endpoint of the kind sends them. */
async function rawAnswer(kind: (typeof ALL_KINDS)[number], reply: StubAnswer = { text: 'one two' }): Promise<Buffer> {
  stub.respondWith(reply)
  await readAll(await ask(open(optionsOf(kind, stub)), withTools(streamed)))
  const { path, rawBody } = stub.lastRequest()
  const answer = await fetch(`${new URL(stub.baseUrl).origin}${path}`, { method: 'POST', body: rawBody })
  return Buffer.from(await answer.arrayBuffer())
}

async function eventsOf(answer: Answer): Promise<WireEvent[]> {
  if (answer.kind !== 'events') throw new Error('The answer has no events.')
  const events: WireEvent[] = []
  for await (const batch of answer.events) events.push(...batch)
  return events
}
