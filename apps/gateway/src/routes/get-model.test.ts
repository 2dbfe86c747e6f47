import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

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

describe('GET /v1/models/{model}', () => {
  it('shows a model, and 404 where there is none', async () => {
    expect((await (await stack.client('alice')).models.retrieve('stub-model')).id).toBe('stub-model')
    await expect((await stack.client('alice')).models.retrieve('nope')).rejects.toMatchObject({ status: 404 })
  })

  it('shows a model under the name that chat takes with its endpoint', async () => {
    const model = await (await stack.client('alice')).models.retrieve('stub/board-model')
    expect(model).toMatchObject({ id: 'stub/board-model', owned_by: 'stub' })
    for (const name of ['other/board-model', 'stub/nope']) {
      await expect((await stack.client('alice')).models.retrieve(name)).rejects.toMatchObject({ status: 404 })
    }
  })

  it('is 404 where the name is not well encoded', async () => {
    const headers = { authorization: `Bearer ${await stack.tokenFor('alice')}` }
    const response = await fetch(`${stack.url}/v1/models/%E0%A4%A`, { headers })
    expect(response.status).toBe(404)
    expect((await errorOf(response)).code).toBe('model_not_found')
  })

  it('does not show a model that the caller may not use', async () => {
    await expect((await stack.client('bob')).models.retrieve('board-model')).rejects.toMatchObject({ status: 404 })
    expect((await (await stack.client('alice')).models.retrieve('board-model')).id).toBe('board-model')
  })

  it('shows a model with its endpoint to those who may use it by that name', async () => {
    const retrieve = async (caller: Caller, name: string) => await (await stack.client(caller)).models.retrieve(name)
    expect(await retrieve('alice', 'stub/board-model')).toMatchObject({ id: 'stub/board-model', owned_by: 'stub' })
    await expect(retrieve('bob', 'stub/board-model')).rejects.toMatchObject({ status: 404 })
    await expect(retrieve('bob', 'stub/stub-model')).rejects.toMatchObject({ status: 404 })
  })
})
