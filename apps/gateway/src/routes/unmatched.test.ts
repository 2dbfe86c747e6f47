import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack()
})
afterAll(() => stack.stop())

const ofAnthropic = { 'anthropic-version': '2023-06-01' }

const openAi = (code: string) => ({ error: { type: 'invalid_request_error', code, param: null } })
const anthropic = (type: string, code: string) => ({
  type: 'error',
  error: { type, code },
  request_id: expect.stringMatching(/\S/),
})
const NOT_FOUND = anthropic('not_found_error', 'not_found')

describe('what no route takes', () => {
  it.each([
    ['GET', '/v1/messages/nope'],
    ['POST', '/v1/messages/nope/further'],
    ['POST', '/v1/responses/resp_1/nope'],
    ['GET', '/v1/responses/resp_1/input_items/nope'],
    ['GET', '/v1/chat/completions/chatcmpl-1/nope'],
    ['POST', '/v1/chat/nope'],
    ['POST', '/v1/embeddings/nope'],
    ['POST', '/v1/completions/nope'],
    ['POST', '/v1/nope'],
    ['GET', '/v1'],
  ])('is 404 below /v1, known paths or none above it: %s %s', async (method, path) => {
    const isAnthropic = path.startsWith('/v1/messages')
    const response = await fetch(stack.url + path, { method })
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([404, 'false'])
    expect(await response.json()).toMatchObject(isAnthropic ? NOT_FOUND : openAi('not_found'))
    const told = await fetch(stack.url + path, { method, headers: ofAnthropic })
    expect([told.status, told.headers.get('request-id')]).toEqual([404, expect.stringMatching(/\S/)])
    expect(await told.json()).toMatchObject(NOT_FOUND)
  })

  it.each([
    ['GET', '/v1/messages/count_tokens', 'POST', anthropic('invalid_request_error', 'method_not_allowed')],
    ['POST', '/v1/messages/msg_1', 'GET', anthropic('invalid_request_error', 'method_not_allowed')],
    ['POST', '/v1/responses/resp_1', 'GET, DELETE', openAi('method_not_allowed')],
    ['DELETE', '/v1/responses/resp_1/input_items', 'GET', openAi('method_not_allowed')],
    ['POST', '/v1/models/stub-model', 'GET', openAi('method_not_allowed')],
  ])('is 405 where the path takes other methods: %s %s', async (method, path, allow, body) => {
    const response = await fetch(stack.url + path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(await response.json()).toMatchObject(body)
  })

  it('has the class of error that Anthropic’s client has for it', async () => {
    const asked = new Anthropic({ baseURL: stack.url, apiKey: 'any' })
    await expect(asked.get('/v1/messages/nope')).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expect(asked.get('/v1/nope')).rejects.toMatchObject({ status: 404, error: NOT_FOUND })
  })
})
