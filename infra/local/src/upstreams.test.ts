import { findFreePort, type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findEndpoints, ollamaBaseUrl, readUpstreams } from './upstreams.ts'

const demoUrl = 'http://127.0.0.1:1/v1'
const demo = {
  name: 'demo',
  baseUrl: demoUrl,
  permittedLevel: 7,
  models: ['sluice-demo'],
  embeddingModels: ['sluice-demo-embedding'],
}

type Environment = Readonly<Record<string, string>>

const find = (environment: Environment) => findEndpoints(readUpstreams(environment), environment, demoUrl)

it('speak their provider’s own wires at its own address only', () => {
  const kindsOf = (environment: Environment) => readUpstreams(environment).map(({ name, kind }) => [name, kind])
  expect(kindsOf({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', MISTRAL_API_KEY: 'k' })).toEqual([
    ['openai', 'openai'],
    ['anthropic', 'anthropic'],
    ['mistral', undefined],
  ])
  expect(kindsOf({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })).toEqual([['openai', undefined]])
})

describe('the endpoints', () => {
  let stub: StubModel
  let empty: StubModel
  let deadPort: number
  beforeAll(async () => {
    stub = await startStubModel({ models: ['m1', 'm2'] })
    empty = await startStubModel({ models: [] })
    deadPort = await findFreePort()
  })
  afterAll(async () => {
    await stub?.stop()
    await empty?.stop()
  })

  it('are only the demo model without any key', async () => {
    expect(await find({ OPENAI_API_KEY: '' })).toEqual({ endpoints: [demo], notices: [] })
  })

  it('begin with the real one that a key asks for, with the models it lists, and a line says so', async () => {
    const { endpoints, notices } = await find({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${stub.baseUrl}/` })
    expect(endpoints).toEqual([
      {
        name: 'openai',
        baseUrl: stub.baseUrl,
        apiKey: { env: 'OPENAI_API_KEY' },
        permittedLevel: 5,
        models: ['m1', 'm2'],
        embeddingModels: [],
      },
      demo,
    ])
    expect(notices).toEqual([`OPENAI_API_KEY is set: requests for 2 models go to ${stub.baseUrl}.`])
  })

  it('offer embedding models for embeddings, not for chat', async () => {
    const chat = ['gpt-4o', 'llama3.2:3b']
    const forEmbeddings = [
      'text-embedding-3-small',
      'nomic-embed-text:latest',
      'bge-m3',
      'BAAI/bge-large',
      'all-minilm:l6',
    ]
    const mixed = await startStubModel({ models: [...forEmbeddings, ...chat] })
    const { endpoints } = await find({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: mixed.baseUrl })
    await mixed.stop()
    expect(endpoints[0]).toMatchObject({ models: chat, embeddingModels: forEmbeddings })
  })

  it('may have an Ollama, which may see everything', async () => {
    const host = stub.baseUrl.replace('http://', '').replace('/v1', '')
    const { endpoints } = await find({ OLLAMA_HOST: host })
    expect(endpoints).toEqual([
      { name: 'ollama', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['m1', 'm2'], embeddingModels: [] },
      demo,
    ])
  })

  it.each([
    ['nobody listens', () => `http://127.0.0.1:${deadPort}/v1`, 'ECONNREFUSED'],
    ['there is no list', () => stub.baseUrl.replace('/v1', '/v2'), 'HTTP 404'],
    ['the list is empty', () => empty.baseUrl, 'it has none'],
  ])('leave out a real one without guessing its models where %s, and name the variable', async (_name, url, cause) => {
    const { endpoints, notices } = await find({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: url() })
    expect(endpoints).toEqual([demo])
    expect(notices).toHaveLength(1)
    expect(notices[0]).toContain(`OPENAI_BASE_URL: ${url()} gives no list of models (`)
    expect(notices[0]).toContain(cause)
  })

  it('leave out an Ollama that does not answer, and name the variable', async () => {
    const { endpoints, notices } = await find({ OLLAMA_HOST: `127.0.0.1:${deadPort}` })
    expect(endpoints).toEqual([demo])
    expect(notices).toEqual([expect.stringMatching(/^OLLAMA_HOST: http:\/\/127\.0\.0\.1:\d+\/v1 .*ECONNREFUSED/)])
  })

  it('say that an address without a key is not used', async () => {
    const { endpoints, notices } = await find({ OPENAI_BASE_URL: stub.baseUrl })
    expect(endpoints).toEqual([demo])
    expect(notices).toEqual([expect.stringContaining('OPENAI_BASE_URL is ignored')])
  })

  it('are those of ENDPOINTS where the user sets it, and nobody else is asked', async () => {
    const own = { name: 'own', baseUrl: 'http://o/v1', permittedLevel: 3, models: ['o'], embeddingModels: [] }
    const { endpoints } = await find({ ENDPOINTS: JSON.stringify([own]), OPENAI_API_KEY: 'key' })
    expect(endpoints).toEqual([own])
    expect(await find({ ENDPOINTS: '[broken' })).toMatchObject({ endpoints: [] })
    const ofFile = await find({ ENDPOINTS_FILE: 'endpoints.yaml', OPENAI_API_KEY: 'key' })
    expect(ofFile).toEqual({ endpoints: [], notices: [expect.stringContaining('ENDPOINTS_FILE is set')] })
  })
})

it.each([
  ['localhost', 'http://localhost:11434/v1'],
  ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
  ['10.0.0.5:9999', 'http://10.0.0.5:9999/v1'],
  ['http://box:80/', 'http://box:11434/v1'],
  ['https://ollama.example.com', 'https://ollama.example.com/v1'],
])('reads OLLAMA_HOST %s', (host, url) => {
  expect(ollamaBaseUrl(host)).toBe(url)
})

it.each<[string, Environment]>([
  ['OLLAMA_HOST', { OLLAMA_HOST: 'http://[bad' }],
  ['OLLAMA_HOST', { OLLAMA_HOST: 'ftp://box' }],
  ['OPENAI_BASE_URL', { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://[bad' }],
  ['OPENAI_BASE_URL', { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'localhost:9999/v1' }],
])('names %s when it is no address: %j', (variable, environment) => {
  expect(() => readUpstreams(environment)).toThrow(new RegExp(`^${variable} must be .*, not `))
})
