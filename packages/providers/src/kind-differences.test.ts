import type { ChatRequest } from '@sluice/contracts'
import { exceptionFrame as encodeException } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import { ask, asked, codeFrom, failureFrom, readAll, streamed, useStubServer } from '../fixtures/endpoints.ts'
import { callOf, callsOf, endOf, joined, optionsOf } from '../fixtures/kinds.ts'

/*
 * What one kind of endpoint has that others have not.
 */

const { stub, open } = await useStubServer()

const TOOL = { type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } } as const
const call = (id: string, more = {}) => ({
  id,
  type: 'function' as const,
  function: { name: 'look_up', arguments: '{}' },
  ...more,
})
const withImage = (url: string): ChatRequest => ({
  ...asked,
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
})

describe('Azure', () => {
  const azure = (apiVersion?: string) =>
    open({ ...optionsOf('azure-openai', stub), azure: { apiVersion }, modelMap: { 'stub-model': 'my deployment' } })

  it('is asked under the paths of the interface v1', async () => {
    stub.respondWith('ok')
    await readAll(await ask(azure(), asked))
    expect(stub.lastRequest()).toMatchObject({ path: '/openai/v1/chat/completions', model: 'my deployment' })
    await azure().ask({ kind: 'embeddings', body: { model: 'stub-model', input: 'hi' } }, callOf())
    expect(stub.lastRequest().path).toBe('/openai/v1/embeddings')
    await azure().ask({ kind: 'responses', body: { model: 'stub-model', input: 'hi' } }, callOf())
    expect(stub.lastRequest().path).toBe('/openai/v1/responses')
  })

  it('is asked by deployment where a version is named', async () => {
    stub.respondWith('ok')
    const endpoint = azure('2024-10-21')
    await readAll(await ask(endpoint, asked))
    expect(stub.lastRequest().path).toBe('/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21')
    await endpoint.ask({ kind: 'responses', body: { model: 'stub-model', input: 'hi' } }, callOf())
    expect(stub.lastRequest().path).toBe('/openai/responses?api-version=2024-10-21')
  })

  it('says what its filter found before the first word, and that is no choice', async () => {
    const found = { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }
    const chunk = (delta: object, finish_reason: string | null) => ({
      ...{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' },
      choices: [{ index: 0, delta, finish_reason }],
    })
    stub.respondWith({
      chunks: [{ id: '', object: '', created: 0, model: '', ...found }, chunk({ content: 'ok' }, 'stop')],
    })
    expect(joined(await readAll(await ask(azure(), streamed)), 'content')).toBe('ok')
  })
})

describe('Mistral', () => {
  it('gets the names it knows, and none that it refuses', async () => {
    stub.respondWith('ok')
    const request: ChatRequest = {
      ...streamed,
      ...{
        seed: 7,
        max_completion_tokens: 9,
        user: 'u',
        store: false,
        logprobs: true,
        stream_options: { include_usage: true },
      },
      ...{ safe_prompt: true, tools: [TOOL] },
      messages: [
        { role: 'developer', content: 'be brief' },
        { role: 'user', content: 'hi', name: 'maria' },
        { role: 'assistant', content: null, tool_calls: [call('call_0123456789'), call('abcdefgh1')], refusal: null },
        { role: 'tool', tool_call_id: 'call_0123456789', content: 'a' },
        { role: 'tool', tool_call_id: 'abcdefgh1', content: 'b' },
      ],
    }
    await readAll(await ask(open(optionsOf('mistral', stub)), request))
    const { messages, ...rest } = stub.lastRequest().body
    expect(rest).toEqual({
      ...{ model: 'stub-model', stream: true, tools: [TOOL] },
      ...{ random_seed: 7, max_tokens: 9, safe_prompt: true },
    })
    const id = expect.stringMatching(/^[a-z0-9]{9}$/)
    expect(messages).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [call(id), call('abcdefgh1')] },
      { role: 'tool', tool_call_id: id, content: 'a' },
      { role: 'tool', tool_call_id: 'abcdefgh1', content: 'b' },
    ])
    const [, , made, result] = messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    expect(made?.tool_calls?.[0]?.id).toBe(result?.tool_call_id)
  })
})

it.each(['ollama', 'tgi'] as const)('%s gets the older name of the bound', async (kind) => {
  stub.respondWith('ok')
  await readAll(await ask(open(optionsOf(kind, stub)), { ...asked, max_completion_tokens: 9, top_k: 4 }))
  expect(stub.lastRequest().body).toMatchObject({ max_tokens: 9, top_k: 4 })
  expect(stub.lastRequest().body).not.toHaveProperty('max_completion_tokens')
})

it.each(['vllm', 'llama-cpp', 'openai-compatible'] as const)('%s gets every member as it came', async (kind) => {
  stub.respondWith('ok')
  const request = { ...asked, max_completion_tokens: 9, top_k: 4, guided_json: { type: 'object' } }
  await readAll(await ask(open(optionsOf(kind, stub)), request))
  expect(stub.lastRequest().body).toEqual(request)
})

describe('Gemini', () => {
  const gemini = () => open(optionsOf('gemini', stub))
  const withCalls = (...calls: ReturnType<typeof call>[]): ChatRequest => ({
    ...asked,
    tools: [TOOL],
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: calls },
      ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: `found ${id}` })),
    ],
  })

  it.each([asked, streamed])(
    'signs its thoughts, and the signature is marked and stands with the call',
    async (request) => {
      stub.respondWith({
        extraMessage: { reasoning_content: 'let me see' },
        toolCalls: [
          { id: 'a', name: 'look_up', arguments: '{}', signature: 'c2ln' },
          { id: 'b', name: 'look_up', arguments: '{}' },
        ],
      })
      const chunks = await readAll(await ask(open(optionsOf('gemini', stub)), { ...request, tools: [TOOL] }))
      expect(joined(chunks, 'reasoning_content')).toBe('let me see')
      const marked = await readAll(await gemini().ask({ kind: 'chat', body: { ...request, tools: [TOOL] } }, callOf()))
      expect(callsOf(marked)).toEqual([
        { id: 'a', name: 'look_up', arguments: '{}', extra: { google: { thought_signature: 'mark:c2ln' } } },
        { id: 'b', name: 'look_up', arguments: '{}' },
      ])
    },
  )

  it('gets its signatures back with the calls, and all results of a turn together', async () => {
    stub.respondWith('ok')
    const signed = call('a', { extra_content: { google: { thought_signature: 'c2ln' } } })
    await readAll(await ask(gemini(), withCalls(signed, call('b'))))
    expect(stub.lastRequest().body.contents).toMatchObject([
      { role: 'user', parts: [{ text: 'hi' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'look_up', args: {} }, thoughtSignature: 'c2ln' },
          { functionCall: { id: 'b' } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'look_up' } }, { functionResponse: { id: 'b' } }] },
    ])
  })

  it('says that a prompt was blocked', async () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
    }
    stub.respondWith({ rawBody: `data: ${JSON.stringify(blocked)}\n\n` })
    expect(endOf(await readAll(await ask(gemini(), streamed))).reasons).toEqual(['content_filter'])
    stub.respondWith({ rawBody: JSON.stringify(blocked) })
    expect(endOf(await readAll(await ask(gemini(), asked))).reasons).toEqual(['content_filter'])
  })

  it('reports a failure within a 200, with its status', async () => {
    const error = { error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' } }
    stub.respondWith({ rawBody: `data: ${JSON.stringify(error)}\n\n` })
    expect(await failureFrom(ask(gemini(), streamed))).toMatchObject({ kind: 'status', status: 429 })
  })

  it('is not asked a second time where its answer was cut in two', async () => {
    const cut = {
      candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'CONTINUATION', continuationToken: 't' }],
    }
    stub.respondWith({ rawBody: `data: ${JSON.stringify(cut)}\n\n` })
    expect(await codeFrom(readAll(await ask(gemini(), streamed)))).toBe('upstream_interrupted')
    expect(stub.requestCount).toBe(1)
  })

  it('answers with JSON by a schema, and thinks as much as it is told', async () => {
    stub.respondWith('{}')
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } }
    const request = { ...asked, model: 'gemini-3-pro', response_format: format, reasoning_effort: 'low' } as ChatRequest
    await readAll(await ask(open({ ...optionsOf('gemini', stub), models: ['gemini-3-pro'] }), request))
    expect(stub.lastRequest().path).toBe('/v1beta/models/gemini-3-pro:generateContent')
    expect(stub.lastRequest().body.generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
      thinkingConfig: { thinkingLevel: 'low' },
    })
  })
})

describe('Bedrock', () => {
  const bedrock = () => open(optionsOf('bedrock', stub))

  it.each([
    ['throttlingException', 429],
    ['validationException', 400],
    ['serviceUnavailableException', 503],
    ['internalServerException', 500],
  ])('reports %s within a 200 as the status %i', async (type, status) => {
    stub.respondWith({ rawBody: exceptionFrame(type) })
    expect(await failureFrom(ask(bedrock(), streamed))).toMatchObject({ kind: 'status', status })
  })

  it('that reports what nobody knows has not answered', async () => {
    stub.respondWith({ rawBody: exceptionFrame('somethingNewException') })
    expect(await failureFrom(ask(bedrock(), streamed))).toEqual({ kind: 'protocol' })
  })

  it('is read as AWS documents its frames', async () => {
    stub.respondWith({ rawBody: Buffer.from(RECORDED_FRAMES, 'hex') })
    const chunks = await readAll(await ask(bedrock(), streamed))
    expect(joined(chunks, 'content')).toBe('Grüße')
    expect(endOf(chunks)).toMatchObject({
      reasons: ['stop'],
      usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    })
  })

  it.each([8, 11, 40, 60])('refuses a frame whose byte %i was changed', async (at) => {
    const bytes = Buffer.from(RECORDED_FRAMES, 'hex')
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    stub.respondWith({ rawBody: bytes })
    expect(await failureFrom(ask(bedrock(), streamed))).toEqual({ kind: 'protocol' })
  })

  it('refuses calls of tools in a request without tools, which its package would leave out', async () => {
    const request: ChatRequest = {
      ...asked,
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [call('a')] },
        { role: 'tool', tool_call_id: 'a', content: 'found' },
      ],
    }
    await expect(ask(bedrock(), request)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(stub.requestCount).toBe(0)
  })
})

describe.each(['gemini', 'bedrock'] as const)('%s', (kind) => {
  const endpoint = () => open(optionsOf(kind, stub))

  it.each<[string, ChatRequest]>([
    ['an image by its address', withImage('https://pictures.example/a.png')],
    ['an image on disk', withImage('file:///etc/passwd')],
    ['two choices', { ...asked, n: 2 }],
    ['log probabilities', { ...asked, logprobs: true }],
    [
      'a tool of its own kind',
      { ...asked, tools: [{ type: 'custom', custom: { name: 'x' } }] } as unknown as ChatRequest,
    ],
    ['a result of no call', { ...asked, messages: [{ role: 'tool', tool_call_id: 'x', content: 'a' }] }],
  ])('refuses %s, and nothing is fetched or sent', async (_what, request) => {
    await expect(ask(endpoint(), request)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(stub.requestCount).toBe(0)
  })

  it('reads no variable of the environment', async () => {
    const names = ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION', 'AWS_ENDPOINT_URL', 'GOOGLE_GENERATIVE_AI_API_KEY']
    for (const name of names) process.env[name] = 'from-the-environment'
    try {
      stub.respondWith('ok')
      const { apiKey: _, ...options } = optionsOf(kind, stub)
      await readAll(await ask(open(options), asked))
      expect(JSON.stringify(stub.lastRequest().headers)).not.toMatch(/from-the-environment|none/)
    } finally {
      for (const name of names) delete process.env[name]
    }
  })
})

/**
 * A stream of ConverseStream by an encoder that has nothing in common with the one that reads it: Python's `struct` and
 * `zlib.crc32`, by the layout in AWS's documentation. Usage stands behind `messageStop`.
 */
const RECORDED_FRAMES = [
  '00000081000000526cc176930b3a6576656e742d7479706507000c6d65737361676553746172740d3a636f6e74656e742d74',
  '7970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b2270223a22',
  '61626364222c22726f6c65223a22617373697374616e74227df512a005000000a50000005728ea0bd80b3a6576656e742d74',
  '797065070011636f6e74656e74426c6f636b44656c74610d3a636f6e74656e742d747970650700106170706c69636174696f',
  '6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b22636f6e74656e74426c6f636b496e646578223a30',
  '2c2264656c7461223a7b2274657874223a224772c3bc227d2c2270223a226162636465666768227d499f71750000009e0000',
  '0057fe1b824f0b3a6576656e742d74797065070011636f6e74656e74426c6f636b44656c74610d3a636f6e74656e742d7479',
  '70650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b22636f6e7465',
  '6e74426c6f636b496e646578223a302c2264656c7461223a7b2274657874223a22c39f65227d2c2270223a226162227d4731',
  'f9c90000008700000056e4ec472a0b3a6576656e742d74797065070010636f6e74656e74426c6f636b53746f700d3a636f6e',
  '74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e74',
  '7b22636f6e74656e74426c6f636b496e646578223a302c2270223a22616263227dcba9ebb70000008b00000051bf783f880b',
  '3a6576656e742d7479706507000b6d65737361676553746f700d3a636f6e74656e742d747970650700106170706c69636174',
  '696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b2270223a226162636465666768696a222c2273',
  '746f70526561736f6e223a22656e645f7475726e227d91040eef000000be0000004e5bb1058b0b3a6576656e742d74797065',
  '0700086d657461646174610d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d657373',
  '6167652d747970650700056576656e747b226d657472696373223a7b226c6174656e63794d73223a317d2c2270223a226122',
  '2c227573616765223a7b22696e707574546f6b656e73223a31322c226f7574707574546f6b656e73223a332c22746f74616c',
  '546f6b656e73223a31357d7d8f2249ec',
].join('')

/** An exception in the middle of a stream, by the encoder of the stub. */
function exceptionFrame(type: string): Uint8Array {
  return encodeException(type, { message: 'Too many requests.' })
}
