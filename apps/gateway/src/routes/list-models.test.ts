import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      {
        ...{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model', 'board-model'] },
        ...{ aliases: { fast: 'stub-model', board: 'board-model' }, providerKind: 'self-hosted' },
      },
      { name: 'cloud', baseUrl: stub.baseUrl, permittedLevel: 3, models: ['board-model'], region: 'eu' },
    ]),
    MODELS_BY_GROUP: JSON.stringify({
      '*': ['stub-model', 'fast'],
      'dept:finance': ['board-model', 'stub/board-model', 'board'],
    }),
  }))
})
afterAll(() => stack.stop())

describe('GET /v1/models', () => {
  it('lists what the caller may use, for the official client too', async () => {
    const models = await (await stack.client('bob')).models.list()
    const stub = { name: 'stub', permitted_level: 7, provider_kind: 'self-hosted' }
    const head = { object: 'model', created: 0, owned_by: 'stub', serves: ['chat'], endpoints: [stub] }
    expect(models.data).toEqual([
      { id: 'stub-model', ...head },
      { id: 'fast', ...head, alias_of: 'stub-model' },
    ])
  })

  it('says which endpoints serve a model, and what an alias stands for', async () => {
    const models = (await stack.client('alice')).models
    const [stub, cloud] = [
      { name: 'stub', permitted_level: 7, provider_kind: 'self-hosted' },
      { name: 'cloud', permitted_level: 3, region: 'eu' },
    ]
    const { data } = await models.list()
    expect(data.find(({ id }) => id === 'board-model')).toMatchObject({ owned_by: 'stub', endpoints: [stub, cloud] })
    expect(data.find(({ id }) => id === 'board')).toMatchObject({ alias_of: 'board-model', endpoints: [stub] })
    expect(await models.retrieve('stub/board-model')).not.toHaveProperty('alias_of')
  })

  it.each<[Caller, readonly string[]]>([
    ['alice', ['stub-model', 'board-model', 'fast', 'board']],
    ['bob', ['stub-model', 'fast']],
  ])('shows %s exactly %j', async (caller, expected) => {
    const { data } = await (await stack.client(caller)).models.list()
    expect(data.map(({ id }) => id)).toEqual(expected)
  })

  it.each(['api-key', 'x-api-key'])('takes the token from %s, as clients of other wires send it', async (header) => {
    const response = await fetch(`${stack.url}/v1/models`, { headers: { [header]: await stack.tokenFor('bob') } })
    expect(response.status).toBe(200)
  })
})

describe('for a client of Anthropic’s wire', () => {
  const client = async (caller: Caller) =>
    new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor(caller), apiKey: null })
  const created_at = '1970-01-01T00:00:00.000Z'

  it('lists and shows models in its form', async () => {
    const models = await (await client('alice')).models.list()
    expect(models.data[0]).toEqual({ type: 'model', id: 'stub-model', display_name: 'stub-model', created_at })
    expect([models.has_more, models.first_id, models.last_id]).toEqual([false, 'stub-model', 'board'])
    expect(await (await client('bob')).models.retrieve('stub-model')).toMatchObject({ type: 'model', id: 'stub-model' })
  })

  it('refuses in its form', async () => {
    await expect((await client('bob')).models.retrieve('board-model')).rejects.toMatchObject({
      status: 404,
      error: { type: 'error', error: { type: 'not_found_error' } },
    })
  })
})

describe('an alias', () => {
  it.each<[Caller, string, number]>([
    ['bob', 'fast', 200],
    ['bob', 'stub/fast', 404],
    ['bob', 'board', 404],
    ['alice', 'board', 200],
  ])('is open to %s under its own name: %s answers %i', async (caller, model, status) => {
    const response = await stack.post(caller, { model, messages: [{ role: 'user', content: 'Hello?' }] })
    expect(response.status).toBe(status)
    if (status === 200) expect(stack.stub.lastRequest().model).toBe(model === 'fast' ? 'stub-model' : 'board-model')
  })
})
