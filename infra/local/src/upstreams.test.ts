import { type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findEndpoints, ollamaBaseUrl } from './upstreams.ts'

const demoUrl = 'http://127.0.0.1:1/v1'
const demo = { name: 'demo', baseUrl: demoUrl, permittedLevel: 7, models: ['sluice-demo'] }

describe('findEndpoints', () => {
  let stub: StubModel
  beforeAll(async () => {
    stub = await startStubModel({ models: ['m1', 'm2'] })
  })
  afterAll(async () => await stub?.stop())

  it('offers only the demo model without any key', async () => {
    expect(await findEndpoints({ OPENAI_API_KEY: '', OPENAI_BASE_URL: stub.baseUrl }, demoUrl)).toEqual([demo])
  })

  it('asks a real endpoint for its models and puts it first', async () => {
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${stub.baseUrl}/` }
    expect(await findEndpoints(environment, demoUrl)).toEqual([
      { name: 'openai', baseUrl: stub.baseUrl, apiKey: 'key', permittedLevel: 5, models: ['m1', 'm2'] },
      demo,
    ])
  })

  it('falls back to known names when the list cannot be read', async () => {
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }
    const [openai] = await findEndpoints(environment, demoUrl)
    expect(openai?.models.length).toBeGreaterThan(0)
  })

  it('uses Ollama as a model in the house, and leaves it out when it has no model', async () => {
    const host = stub.baseUrl.replace('http://', '').replace('/v1', '')
    const [ollama] = await findEndpoints({ OLLAMA_HOST: host }, demoUrl)
    expect(ollama).toEqual({ name: 'ollama', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['m1', 'm2'] })
    expect(await findEndpoints({ OLLAMA_HOST: '127.0.0.1:1' }, demoUrl)).toEqual([demo])
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
