import type { EmbeddingsRequest } from '@sluice/contracts'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { stubVector } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import { failureFrom, useStubServer } from '../fixtures/endpoints.ts'
import { ALL_KINDS, callOf, embeddingsHeldByThread, KINDS, optionsOf } from '../fixtures/kinds.ts'

/*
 * What holds of embeddings over every kind of endpoint, against a stub of its wire.
 */

const { stub, open } = await useStubServer()
const asked: EmbeddingsRequest = { model: 'stub-model', input: ['one', 'two', 'three'] }
const VECTORS = ['one', 'two', 'three'].map((text) => stubVector(text))
const MAKERS = ALL_KINDS.filter((kind) => KINDS[kind].makesEmbeddings)

async function embed(
  endpoint: ReturnType<typeof open>,
  request: Partial<EmbeddingsRequest> = {},
  call: Partial<EndpointCall> = {},
) {
  const answer = await endpoint.ask({ kind: 'embeddings', body: { ...asked, ...request } }, callOf(call))
  if (answer.kind !== 'whole') throw new Error('not whole')
  return answer.value
}

describe.each(MAKERS)('an endpoint of the kind %s', (kind) => {
  const openKind = (changes = {}) => open({ ...optionsOf(kind, stub), embeddingModels: ['stub-model'], ...changes })

  it('makes a vector for each text, in their order, and says what it cost', async () => {
    const value = await embed(openKind())
    expect(value.data.map(({ embedding, index }) => [index, embedding])).toEqual([...VECTORS.entries()])
    const { prompt_tokens, total_tokens, estimated = false } = value.usage
    expect([prompt_tokens > 0, total_tokens]).toEqual([true, prompt_tokens])
    expect(estimated).toBe(KINDS[kind].saysEmbeddingTokens === false)
    expect((await embed(openKind(), { input: 'alone' })).data).toMatchObject([{ embedding: stubVector('alone') }])
  })

  it('writes vectors in base64 where it is asked to', async () => {
    const [first] = (await embed(openKind(), { encoding_format: 'base64' })).data
    const bytes = Buffer.from(String(first?.embedding), 'base64')
    expect(VECTORS[0]?.map((_, at) => bytes.readFloatLE(at * 4))).toEqual(VECTORS[0])
  })

  it.each([401, 404, 429, 500])('passes the status %i on', async (status) => {
    stub.respondWith({ fault: { type: 'status', status, headers: { 'retry-after': '7' } } })
    expect(await failureFrom(embed(openKind()))).toMatchObject({ kind: 'status', status, retryAfterSeconds: 7 })
  })

  it('closes the connections when the caller leaves', async () => {
    stub.respondWith({ fault: { type: 'hang-before-headers' } })
    const leaving = new AbortController()
    const asking = embed(openKind(), {}, { signal: leaving.signal })
    const received = await stub.waitForRequests(1)
    leaving.abort(new Error('left'))
    await expect(asking).rejects.toThrow('left')
    await Promise.all(received.map(({ aborted }) => aborted))
  })

  it.each([
    ['broken', { fault: { type: 'malformed-json' } } as const],
    ['of another form', { completion: { ok: true } }],
    ['cut off', { fault: { type: 'reset-mid-stream' } } as const],
  ])('refuses an answer that is %s', async (_what, reply) => {
    stub.respondWith(reply)
    expect((await failureFrom(embed(openKind()))).kind).toMatch(/^(protocol|connect)$/)
  })

  it('shows its key, and nothing of the caller', async () => {
    await embed(openKind(), {}, { headers: { authorization: 'Bearer of-the-caller' } })
    const { headers, rawBody } = stub.lastRequest()
    expect(headers[KINDS[kind].key[0]]).toBe(KINDS[kind].key[1])
    expect(JSON.stringify(headers) + rawBody).not.toContain('of-the-caller')
  })
})

describe.each(ALL_KINDS.filter((kind) => !MAKERS.includes(kind)))('an endpoint of the kind %s', (kind) => {
  it('refuses embeddings, and is not asked', async () => {
    const endpoint = open({ ...optionsOf(kind, stub), embeddingModels: ['stub-model'] })
    await expect(embed(endpoint)).rejects.toMatchObject({
      code: 'invalid_request',
      refusal: { message: 'The endpoint of this model makes no embeddings.' },
    })
    expect(stub.requestCount).toBe(0)
  })
})

describe.each(['gemini', 'bedrock'] as const)('the kind %s', (kind) => {
  const openKind = (changes = {}) => open({ ...optionsOf(kind, stub), embeddingModels: ['stub-model'], ...changes })
  const sha256 = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url')

  it('sends what a thread has written, and says what has left', async () => {
    const long = { ...asked, input: ['one', 'x'.repeat(300_000), 'three'] }
    const sent: { digest(): string }[] = []
    const call = callOf({ leaving: (bytes) => void sent.push(bytes) })
    const answer = await openKind().ask(embeddingsHeldByThread(long), call)
    expect(answer).toMatchObject({ value: { data: long.input.map((text) => ({ embedding: stubVector(text) })) } })
    const bodies = long.input.flatMap((text) =>
      stub.requests.map(({ rawBody }) => rawBody).filter((body) => kind === 'gemini' || body.includes(`"${text}"`)),
    )
    expect(sent.at(-1)?.digest()).toBe(await sha256([...new Set(bodies)].join('')))
  })

  it('refuses more texts than it takes, and members that it has not, before anything is sent', async () => {
    const input = Array.from({ length: 101 }, () => 'x')
    const most = kind === 'gemini' ? 100 : 96
    await expect(embed(openKind(), { input })).rejects.toMatchObject({
      refusal: { code: 'invalid_request', param: 'input', message: expect.stringContaining(`at most ${most} texts`) },
    })
    await expect(openKind().ask(embeddingsHeldByThread({ ...asked, input }), callOf())).rejects.toMatchObject({
      refusal: { code: 'invalid_request', param: 'input' },
    })
    const wrong = kind === 'gemini' ? { task_type: 'SOMETHING' } : { dimensions: 7 }
    await expect(embed(openKind(), wrong)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(stub.requestCount).toBe(0)
  })

  it('ends with the first call that fails', async () => {
    const input = Array.from({ length: 20 }, (_, at) => `text ${at}`)
    stub.respondWith((request) =>
      request.rawBody.includes('text 1')
        ? { fault: { type: 'status', status: 429, headers: { 'retry-after': '3' } } }
        : '',
    )
    expect(await failureFrom(embed(openKind(), { input }))).toMatchObject({ status: 429, retryAfterSeconds: 3 })
    expect(stub.requestCount).toBeLessThan(9)
  })
})

describe('Gemini', () => {
  it('is asked by its own members, and its own count is taken where it gives one', async () => {
    stub.respondWith({ extra: { usageMetadata: { promptTokenCount: 21 } } })
    const endpoint = open({ ...optionsOf('gemini', stub), modelMap: { 'stub-model': 'gemini-embedding-001' } })
    const value = await embed(endpoint, { dimensions: 4, task_type: 'RETRIEVAL_DOCUMENT', user: 'u' })
    expect(value.usage).toEqual({ prompt_tokens: 21, total_tokens: 21 })
    expect(value.data[0]?.embedding).toEqual(stubVector('one', 4))
    const { path, body, rawBody } = stub.lastRequest()
    expect(path).toBe('/v1beta/models/gemini-embedding-001:batchEmbedContents')
    expect(body.requests).toMatchObject([{ outputDimensionality: 4, taskType: 'RETRIEVAL_DOCUMENT' }, {}, {}])
    expect(rawBody).not.toContain('"u"')
  })
})

describe('Bedrock', () => {
  const openModel = (name: string) => open({ ...optionsOf('bedrock', stub), modelMap: { 'stub-model': name } })

  it('is asked once for each text by Titan, and its counts are added up', async () => {
    const value = await embed(openModel('amazon.titan-embed-text-v2:0'), { dimensions: 256 })
    expect(value.usage).toEqual({ prompt_tokens: 11, total_tokens: 11 })
    expect(value.data.map(({ embedding }) => embedding)).toEqual(
      ['one', 'two', 'three'].map((text) => stubVector(text, 256)),
    )
    expect(stub.requests.map(({ path }) => decodeURIComponent(path))).toEqual(
      Array(3).fill('/model/amazon.titan-embed-text-v2:0/invoke'),
    )
  })

  it('is asked once for all by Cohere, which says the tokens in a header', async () => {
    stub.respondWith({ headers: { 'x-amzn-bedrock-input-token-count': '9' } })
    const value = await embed(openModel('eu.cohere.embed-v4:0'), { input_type: 'search_document' })
    expect(value.usage).toEqual({ prompt_tokens: 9, total_tokens: 9 })
    expect(stub.requests.map(({ body }) => body)).toEqual([{ input_type: 'search_document', texts: asked.input }])
  })

  it('is asked not to cut a text by Nova', async () => {
    await embed(openModel('amazon.nova-2-multimodal-embeddings-v1:0'), { input: 'one', dimensions: 384 })
    expect(stub.lastRequest().body).toMatchObject({
      singleEmbeddingParams: { embeddingDimension: 384, text: { truncationMode: 'NONE', value: 'one' } },
    })
  })

  it('signs each call', async () => {
    const aws = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
    const { apiKey: _, ...options } = optionsOf('bedrock', stub)
    await embed(open({ ...options, aws }))
    const signatures = stub.requests.map(({ headers }) => String(headers.authorization))
    expect(signatures.every((value) => value.startsWith('AWS4-HMAC-SHA256 '))).toBe(true)
    expect(new Set(signatures)).toHaveLength(3)
  })
})
