import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ SHOW_SENT: 'true' }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

let serial = 0
/** A request that no cache has seen. */
const fresh = () => ({
  model: 'stub-model',
  messages: [{ role: 'user' as const, content: `Hello, this is question ${++serial}.` }],
})

/** The data of each event, and whatever was no event. */
async function events(response: Response): Promise<string[]> {
  const text = await response.text()
  expect(text.endsWith('\n\n')).toBe(true)
  return text
    .slice(0, -2)
    .split('\n\n')
    .map((event) => event.replace(/^data: /, ''))
}

describe('a completion', () => {
  it('has the members that clients read, and service_metadata', async () => {
    const response = await stack.post('alice', fresh())
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toMatch(/\S/)
    expect(response.headers.get('server-timing')).toMatch(/^L0;dur=[\d.]+, L1;.*L2;.*L3;.*L5;.*L4;.*L6;dur=[\d.]+$/)
    const body = await completionOf(response)
    expect(body).toMatchObject({
      id: expect.any(String),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'stub-model',
      choices: [{ index: 0, message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    })
    expect(body.service_metadata).toEqual({
      session_id: expect.any(Number),
      layers_executed: ['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'],
      policy_violations: [],
      approval_required: false,
      cache_hit: false,
    })
    expect(Number.isSafeInteger(body.service_metadata.session_id)).toBe(true)
  })

  it.each([false, true])('shows what went to the endpoint where that is asked for (stream: %s)', async (stream) => {
    const request = fresh()
    request.messages[0]!.content += ' Write to ann@example.org.'
    const response = await stack.post('alice', { ...request, stream }, { 'x-show-sent': '1' })
    const [sent] = /(?<="sent":)\[.*?\]/.exec(await response.text()) ?? []
    expect(JSON.parse(sent ?? '[]')).toContainEqual({
      path: '/messages/0/content',
      role: 'user',
      text: expect.stringMatching(/ Write to EMAIL_ADDRESS_[0-9A-Z]{10}\.$/),
    })
    expect(stack.stub.lastRequest().rawBody).toContain(JSON.parse(sent ?? '[]')[0].text)
  })

  it('names what was masked', async () => {
    const request = fresh()
    request.messages[0]!.content += ' Write to ann@example.org.'
    const body = await completionOf(await stack.post('alice', request))
    expect(body.service_metadata.policy_violations).toEqual([
      expect.objectContaining({ policy_id: 'mask-email-address', layer: 'L3', action: 'masked' }),
    ])
  })

  it('comes from the cache the second time', async () => {
    const request = fresh()
    const first = await completionOf(await stack.post('alice', request))
    const second = await completionOf(await stack.post('alice', request))
    expect(stack.stub.requestCount).toBe(1)
    expect(second.service_metadata.cache_hit).toBe(true)
    expect(second.service_metadata.layers_executed).toEqual(['L0', 'L1', 'L2', 'L3', 'L7', 'L4', 'L6'])
    expect(second.choices).toEqual(first.choices)
    expect(second.usage).toEqual(first.usage)
    const streamed = await stack.client('alice')
    const final = await streamed.chat.completions.stream(request).finalChatCompletion()
    expect(final.choices[0]?.message.content).toBe(first.choices[0]?.message.content)
    expect(stack.stub.requestCount).toBe(1)
  })

  it('comes from the cache for the same question in other words, to its user only', async () => {
    const place = `peak ${++serial}`
    const asked = (content: string) => ({ ...fresh(), messages: [{ role: 'user' as const, content }] })
    const first = await completionOf(await stack.post('alice', asked(`What is the height of ${place}?`)))
    const reworded = asked(`Hi! Could you please tell me how tall ${place} is? Thanks.`)
    await expect
      .poll(async () => (await completionOf(await stack.post('alice', reworded))).service_metadata.cache_hit)
      .toBe(true)
    const second = await completionOf(await stack.post('alice', reworded))
    expect(second.choices).toEqual(first.choices)
    expect(second.id).not.toBe(first.id)
    const other = await completionOf(await stack.post('alice', asked(`What is the depth of ${place}?`)))
    expect(other.service_metadata.cache_hit).toBe(false)
    expect((await completionOf(await stack.post('bob', reworded))).service_metadata.cache_hit).toBe(false)
  })

  it('is asked for afresh when the caller says so', async () => {
    const request = fresh()
    await stack.post('alice', request)
    stack.stub.respondWith('another')
    const refreshed = await completionOf(await stack.post('alice', request, { 'cache-control': 'no-cache' }))
    expect(refreshed.choices[0]?.message.content).toBe('another')
    expect((await completionOf(await stack.post('alice', request))).choices[0]?.message.content).toBe('another')
    await stack.post('alice', { ...request, seed: 1 }, { 'cache-control': 'no-store' })
    await stack.post('alice', { ...request, seed: 1 })
    expect(stack.stub.requestCount).toBe(4)
  })

  it('with other parameters does not', async () => {
    const request = fresh()
    await stack.post('alice', request)
    await stack.post('alice', { ...request, temperature: 0.3 })
    await stack.post('alice', { ...request, tools: [{ type: 'function', function: { name: 'f' } }] })
    expect(stack.stub.requestCount).toBe(3)
  })

  it('keeps unknown members both ways', async () => {
    stack.stub.respondWith({
      text: 'hi',
      extra: { system_fingerprint: 'fp', vendor: { deep: [1] } },
      extraMessage: { reasoning_content: 'because', annotations: [] },
    })
    const body = await completionOf(
      await stack.post('alice', { ...fresh(), reasoning_effort: 'low', vendor: { x: [1, null] } }),
    )
    expect(stack.stub.lastRequest().body).toMatchObject({ reasoning_effort: 'low', vendor: { x: [1, null] } })
    expect(body).toMatchObject({ system_fingerprint: 'fp', vendor: { deep: [1] } })
    expect(body.choices[0]?.message).toMatchObject({ reasoning_content: 'because', annotations: [] })
  })

  it('has n choices when n were asked for', async () => {
    stack.stub.respondWith({ choices: [{ text: 'one' }, { text: 'two' }] })
    const whole = await (await stack.client('alice')).chat.completions.create({ ...fresh(), n: 2 })
    expect(whole.choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'one'],
      [1, 'two'],
    ])
    const streamed = await (await stack.client('alice')).chat.completions
      .stream({ ...fresh(), n: 2 })
      .finalChatCompletion()
    expect(streamed.choices.map(({ message }) => message.content)).toEqual(['one', 'two'])
  })

  it('passes both token limits, null content and parts on', async () => {
    const request = {
      model: 'stub-model',
      max_tokens: 5,
      max_completion_tokens: 6,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      ],
    }
    expect((await stack.post('alice', request)).status).toBe(200)
    expect(stack.stub.lastRequest().body).toEqual(request)
  })

  it('is asked for with our key, never with the caller’s token', async () => {
    await stack.post('alice', fresh())
    expect(stack.stub.lastRequest().headers.authorization).toBe('Bearer upstream-key')
  })

  it.each(['api-key', 'x-api-key'])('takes the token also from %s, and never passes that on', async (header) => {
    const response = await stack.post(undefined, fresh(), { [header]: await stack.tokenFor('alice') })
    expect(response.status).toBe(200)
    expect(stack.stub.lastRequest().headers[header]).toBeUndefined()
  })

  it('passes no header of the caller on, the trace context included', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await stack.post('alice', fresh(), { traceparent, tracestate: 'a=1', baggage: 'user=maria' })
    const { headers } = stack.stub.lastRequest()
    expect([headers.traceparent, headers.tracestate, headers.baggage]).toEqual([undefined, undefined, undefined])
  })
})

describe('a stream', () => {
  it('is data frames, service_metadata in the last of them, then [DONE]', async () => {
    const response = await stack.post('alice', { ...fresh(), stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-request-id')).toMatch(/\S/)
    const timed = response.headers.get('server-timing')?.match(/L\d/g)
    expect(timed).toEqual(['L0', 'L1', 'L2', 'L3', 'L7', 'L5'])
    const frames = await events(response)
    expect(frames.at(-1)).toBe('[DONE]')
    const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame))
    expect(chunks.slice(0, -1).every((chunk) => !('service_metadata' in chunk))).toBe(true)
    expect(chunks.at(-1).service_metadata.layers_executed).toEqual(['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'])
    expect(chunks.every((chunk) => chunk.object === 'chat.completion.chunk')).toBe(true)
    expect(
      chunks.every((chunk) => chunk.choices.every((choice: { index: unknown }) => Number.isInteger(choice.index))),
    ).toBe(true)
    const roles = chunks.flatMap((chunk) =>
      chunk.choices.map((choice: { delta: { role?: string } }) => choice.delta.role),
    )
    expect(new Set(roles.filter(Boolean))).toEqual(new Set(['assistant']))
  })

  it('has usage in one last chunk when it was asked for', async () => {
    const frames = await events(
      await stack.post('alice', { ...fresh(), stream: true, stream_options: { include_usage: true } }),
    )
    const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame))
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
    expect(chunks.at(-1).service_metadata).toBeDefined()
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
  })

  it('begins each tool call with id and name', async () => {
    stack.stub.respondWith({
      toolCalls: [
        { name: 'f', arguments: '{"a":"b"}' },
        { name: 'g', arguments: '{}' },
      ],
    })
    const frames = await events(await stack.post('alice', { ...fresh(), stream: true }))
    const deltas = frames.slice(0, -1).flatMap((frame) => JSON.parse(frame).choices[0]?.delta.tool_calls ?? [])
    for (const [index, name] of ['f', 'g'].entries()) {
      const own = deltas.filter((delta) => delta.index === index)
      expect(own[0]).toMatchObject({ id: expect.any(String), function: { name } })
      expect(own.map((delta) => delta.function?.arguments ?? '').join('')).toBe(index === 0 ? '{"a":"b"}' : '{}')
    }
  })

  it.each(['error-frame', 'reset-mid-stream', 'malformed-json'] as const)(
    'that fails with %s ends with one error frame and nothing after it',
    async (type) => {
      stack.stub.respondWith({ text: 'one two three', fault: { type, afterFrames: 2 } })
      const frames = await events(await stack.post('alice', { ...fresh(), stream: true }))
      expect(JSON.parse(frames.at(-1) ?? '')).toEqual({
        error: {
          message: expect.any(String),
          type: 'api_error',
          param: null,
          code: expect.stringMatching(/^upstream_/),
        },
      })
      expect(frames).not.toContain('[DONE]')
    },
  )

  it('is cancelled upstream when the client leaves', async () => {
    stack.stub.respondWith({ text: 'one two three four' })
    stack.stub.pauseAfter(2)
    const stream = await (await stack.client('alice')).chat.completions.create({ ...fresh(), stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    await stack.stub.lastRequest().aborted
  })
})

describe('approval', () => {
  it('of a risky action: a completion that says so, and the model is not asked', async () => {
    const request = {
      model: 'stub-model',
      messages: [{ role: 'user' as const, content: 'Wire $50,000 to account 12345678 right now.' }],
    }
    const body = await completionOf(await stack.post('alice', request))
    expect(body.service_metadata).toMatchObject({ approval_required: true, layers_executed: ['L0', 'L1', 'L2', 'L6'] })
    expect(body.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { role: 'assistant' } })
    const final = await (await stack.client('alice')).chat.completions.stream(request).finalChatCompletion()
    expect(final.choices[0]?.message.content).toBe(body.choices[0]?.message.content)
    expect(stack.stub.requestCount).toBe(0)
  })
})
