import { responseSchema } from '@sluice/contracts'
import OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const EMAIL = 'claire.dupont@example.org'
const CARD = '4111 1111 1111 1111'
const OWN_ID = /^resp_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let stack: GatewayStack
let alice: OpenAI
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
    ]),
    PROVIDER_TOOLS_BY_GROUP: JSON.stringify({ 'dept:finance': ['file_search'] }),
  }))
  alice = await stack.client('alice')
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const ask = { model: 'stub-model', input: `Write to ${EMAIL}.` }

/** A text with the tokens of this session in it, and what a cleared caller must read. */
function repeatInput() {
  stack.stub.respondWith(({ body }) => `Done: ${String(body.input)}`)
}

function post(caller: 'alice' | undefined, body: object, headers: Record<string, string> = {}) {
  return stack.request(caller, '/v1/responses', body, headers)
}

/** The events of a stream as they stand on the wire. */
async function framesOf(response: Response) {
  const frames = (await response.text()).split('\n\n').filter((text) => text !== '' && !text.startsWith(':'))
  return frames.map((text) => {
    const [name = '', data = ''] = text.split('\n')
    return { name: name.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) }
  })
}

describe('POST /v1/responses', () => {
  it('answers with the response, under an id of its own, and says what happened', async () => {
    repeatInput()
    const { data: response, response: raw } = await alice.responses.create(ask).withResponse()
    expect(response.output_text).toBe(`Done: Write to ${EMAIL}.`)
    expect(response.id).toMatch(OWN_ID)
    expect(response.output[0]?.id).toBe(`${response.id.replace('resp', 'msg')}_0`)
    const { service_metadata: metadata } = responseSchema.parse(response)
    expect(metadata).toMatchObject({ layers_executed: ['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'], cache_hit: false })
    expect(raw.headers.get('x-session-id')).toBe(String(metadata?.session_id))
    const { body, path } = stack.stub.lastRequest()
    expect(path).toBe('/v1/responses')
    expect(body.input).toMatch(/^Write to EMAIL_ADDRESS_[0-9A-Z]{10}\.$/)
    expect(body.store).toBe(false)
  })

  it('streams the typed events in order, all under one id, numbered, and without [DONE]', async () => {
    repeatInput()
    const frames = await framesOf(await post('alice', { ...ask, stream: true }))
    const types = frames.map(({ data }) => data.type)
    expect(frames.map(({ name }) => name)).toEqual(types)
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(frames.map(({ data }) => data.sequence_number)).toEqual(frames.map((_, at) => at))
    const ids = frames.flatMap(({ data }) => data.response?.id ?? [])
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(OWN_ID)
    const items = frames.flatMap(({ data }) => data.item_id ?? data.item?.id ?? [])
    expect(new Set(items)).toEqual(new Set([`${ids[0].replace('resp', 'msg')}_0`]))
    const text = `Done: Write to ${EMAIL}.`
    const deltas = frames.flatMap(({ data }) => (data.type === 'response.output_text.delta' ? data.delta : []))
    expect(deltas.join('')).toBe(text)
    const find = (type: string) => frames.find(({ data }) => data.type === type)?.data
    expect(find('response.output_text.done').text).toBe(text)
    expect(find('response.content_part.done').part.text).toBe(text)
    expect(find('response.output_item.done').item.content[0].text).toBe(text)
    const { response } = find('response.completed')
    expect(response.output[0].content[0].text).toBe(text)
    expect(response.service_metadata.layers_executed).toEqual(['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'])
    expect(frames.filter(({ data }) => data.response?.service_metadata !== undefined)).toHaveLength(1)
  })

  it('gives the same at every cut of the stream', async () => {
    const { output_text: whole } = await (async () => {
      repeatInput()
      return await alice.responses.create(ask)
    })()
    const tokenized = `Done: ${String(stack.stub.lastRequest().body.input)}`
    const cuts = Array.from({ length: tokenized.length - 1 }, (_, at) => at + 1)
    stack.stub.respondOnce(...cuts.map((cut) => ({ text: tokenized, cuts: [cut] })))
    for (const cut of cuts) {
      const stream = alice.responses.stream(ask)
      expect((await stream.finalResponse()).output_text, `cut at ${cut}`).toBe(whole)
    }
  })

  it('repeats what the caller has asked for, with its values', async () => {
    const tools = [
      { type: 'function' as const, name: 'send', parameters: { properties: { [EMAIL]: {} } }, strict: false },
    ]
    const asked = { ...ask, instructions: `You work for ${EMAIL}.`, metadata: { [EMAIL]: CARD }, tools }
    const response = await alice.responses.create(asked)
    expect(response.instructions).toBe(asked.instructions)
    expect(response.metadata).toEqual(asked.metadata)
    expect(response.tools).toEqual(tools)
    expect(stack.stub.lastRequest().rawBody).not.toContain(EMAIL)
    expect(stack.stub.lastRequest().rawBody).not.toContain(CARD)
  })

  it('parses structured output', async () => {
    stack.stub.respondWith(({ body }) => JSON.stringify({ to: String(body.input).slice(9, -1) }))
    const schema = z.object({ to: z.string() })
    const response = await alice.responses.parse({ ...ask, text: { format: zodTextFormat(schema, 'mail') } })
    expect(response.output_parsed).toEqual({ to: EMAIL })
  })

  it('carries calls of tools and what they answer, restored and masked', async () => {
    stack.stub.respondOnce(({ body }) => ({
      text: null,
      toolCalls: [{ name: 'send', arguments: JSON.stringify({ to: String(body.input).slice(9, -1) }) }],
    }))
    const tools = [{ type: 'function' as const, name: 'send', parameters: {}, strict: false }]
    const first = await alice.responses.stream({ ...ask, tools }).finalResponse()
    const [call] = first.output
    if (call?.type !== 'function_call') throw new Error('no call')
    expect(JSON.parse(call.arguments)).toEqual({ to: EMAIL })
    expect(call.call_id).toBe('call_0')
    const input = [
      { role: 'user' as const, content: ask.input },
      call,
      { type: 'function_call_output' as const, call_id: call.call_id, output: JSON.stringify({ card: CARD }) },
    ]
    stack.stub.respondOnce('Sent.')
    expect((await alice.responses.create({ ...ask, input, tools })).output_text).toBe('Sent.')
    const { rawBody } = stack.stub.lastRequest()
    expect(rawBody).not.toContain(EMAIL)
    expect(rawBody).not.toContain(CARD)
  })

  it('streams an answer that the endpoint gave whole', async () => {
    const item = {
      id: 'fc_x',
      type: 'function_call',
      call_id: 'c',
      name: 'send',
      arguments: '{"a":1}',
      status: 'completed',
    }
    stack.stub.respondWith({
      headers: { 'content-type': 'application/json' },
      rawBody: JSON.stringify({
        ...{ id: 'resp_x', object: 'response', created_at: 1, model: 'stub-model', status: 'completed', error: null },
        output: [item, messageOf('Hi')],
      }),
    })
    const response = await alice.responses.stream(ask).finalResponse()
    expect(response.output_text).toBe('Hi')
    expect(response.output[0]).toMatchObject({ arguments: '{"a":1}', call_id: 'c' })
  })

  it.each([true, false])('throws for an error of the endpoint, streamed: %s', async (stream) => {
    stack.stub.respondWith({ fault: { type: 'status', status: 400 } })
    await expect(alice.responses.create({ ...ask, stream })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  })

  it('ends a stream that breaks off with an error event, at which the client throws', async () => {
    stack.stub.respondWith({ text: 'one two three', fault: { type: 'reset-mid-stream', afterFrames: 5 } })
    const frames = await framesOf(await post('alice', { ...ask, stream: true }))
    const last = frames.at(-1)
    expect(last).toMatchObject({
      name: 'error',
      data: { type: 'error', code: 'upstream_interrupted', param: null, sequence_number: frames.length - 1 },
    })
    expect(last?.data.error).toMatchObject({ code: 'upstream_interrupted' })
    const read = async () => {
      for await (const _ of await alice.responses.create({ ...ask, stream: true }));
    }
    await expect(read()).rejects.toMatchObject({ code: 'upstream_interrupted' })
    await expect(alice.responses.stream(ask).finalResponse()).rejects.toThrow()
  })

  it.each([
    ['an error event', { type: 'error', code: 'server_error', message: 'secret words', sequence_number: 3 }],
    [
      'a response that failed',
      { type: 'response.failed', response: { error: { message: 'secret words' }, output: [] } },
    ],
    ['an event with a line break in its name', { type: 'response.x\ndata: y' }],
  ])('does not pass %s on in the words of the endpoint', async (_what, event) => {
    const begun = { type: 'response.created', response: { id: 'x', output: [] } }
    stack.stub.respondWith({ chunks: [begun, event] })
    const text = await (await post('alice', { ...ask, stream: true })).text()
    expect(text).toContain('event: error\n')
    expect(text).not.toContain('secret words')
    expect(text).not.toContain('data: y')
  })

  it('aborts the endpoint when the caller leaves', async () => {
    stack.stub.pauseAfter(5)
    const stream = await alice.responses.create({ ...ask, stream: true })
    for await (const _ of stream) break
    await stack.stub.lastRequest().aborted
  })

  it.each([
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['background', { background: true }],
  ])('refuses %s, which a provider would keep', async (param, members) => {
    const response = await post('alice', { ...ask, ...members })
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request', param })
    expect(stack.stub.requestCount).toBe(0)
  })

  it('refuses tools that the provider runs unless a policy opens their very type, on each wire', async () => {
    const chat = { model: 'stub-model', messages: [{ role: 'user', content: 'Hi' }], web_search_options: {} }
    for (const type of ['web_search', 'mcp', 'brand_new']) {
      const response = await post('alice', { ...ask, tools: [{ type, server_url: 'https://x' }] })
      expect(response.status).toBe(403)
      const error = await errorOf(response)
      expect(error).toMatchObject({
        code: 'tool_not_permitted',
        param: 'tools',
        message: expect.stringContaining(type),
      })
      expect(error.policy_violations?.map(({ policy_id }) => policy_id)).toEqual(['provider-tool-by-group'])
    }
    expect(await errorOf(await stack.post('alice', chat))).toMatchObject({ code: 'tool_not_permitted' })
    expect(stack.stub.requestCount).toBe(0)
    const tools = [{ type: 'file_search', vector_store_ids: ['vs_1'] }]
    expect((await post('alice', { ...ask, tools })).status).toBe(200)
    expect(stack.stub.lastRequest().body.tools).toEqual(tools)
  })

  it('refuses what is not valid with the member at fault', async () => {
    const response = await post('alice', { ...ask, input: [{ type: 1 }] })
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request' })
    expect((await post(undefined, ask)).status).toBe(401)
  })
})

function messageOf(text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { id: 'msg_x', type: 'message', role: 'assistant', status: 'completed', content }
}
