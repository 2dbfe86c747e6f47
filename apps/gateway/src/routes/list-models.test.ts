import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model', 'board-model'] },
    ]),
    MODELS_BY_GROUP: JSON.stringify({ '*': ['stub-model'], 'dept:finance': ['board-model', 'stub/board-model'] }),
  }))
})
afterAll(() => stack.stop())

describe('GET /v1/models', () => {
  it('lists what the caller may use, for the official client too', async () => {
    const models = await (await stack.client('bob')).models.list()
    expect(models.data).toEqual([{ id: 'stub-model', object: 'model', created: 0, owned_by: 'stub' }])
  })

  it.each<[Caller, readonly string[]]>([
    ['alice', ['stub-model', 'board-model']],
    ['bob', ['stub-model']],
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
    expect([models.has_more, models.first_id, models.last_id]).toEqual([false, 'stub-model', 'board-model'])
    expect(await (await client('bob')).models.retrieve('stub-model')).toMatchObject({ type: 'model', id: 'stub-model' })
  })

  it('refuses in its form', async () => {
    await expect((await client('bob')).models.retrieve('board-model')).rejects.toMatchObject({
      status: 404,
      error: { type: 'error', error: { type: 'not_found_error' } },
    })
  })
})
