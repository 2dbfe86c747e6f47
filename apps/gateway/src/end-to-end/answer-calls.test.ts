import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* A call of a tool in a model's answer is decided on before the client sees it, whole and streamed, on every wire. */

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack(() => ({
    ANSWER_CALLS: 'deny',
    TOOL_CATEGORIES: JSON.stringify({ '*': { settle_case: 'H' } }),
  }))
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(() => stack.stub.reset())

const QUESTION = 'What is on my list?'
const TOOLS: Readonly<Record<string, (name: string) => object>> = {
  '/v1/chat/completions': (name) => ({ type: 'function', function: { name } }),
  '/v1/responses': (name) => ({ type: 'function', name, parameters: {} }),
  '/v1/messages': (name) => ({ name, input_schema: { type: 'object' } }),
}
const PATHS = Object.keys(TOOLS)

function bodyFor(path: string, name: string, stream: boolean): object {
  const said = [{ role: 'user', content: QUESTION }]
  const tools = [TOOLS[path]?.(name)]
  if (path === '/v1/responses') return { model: 'stub-model', input: said, tools, stream }
  const body = { model: 'stub-model', messages: said, tools, stream }
  return path === '/v1/messages' ? { ...body, max_tokens: 100 } : body
}

async function ask(path: string, name: string, args: string, stream: boolean) {
  stack.stub.respondWith({ text: 'One moment.', toolCalls: [{ name, arguments: args }] })
  const response = await fetch(`${stack.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await stack.tokenFor('alice')}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyFor(path, name, stream)),
  })
  return { status: response.status, text: await response.text() }
}

describe.each(PATHS)('%s', (path) => {
  it('denies a whole answer with a call that the policy would hold', async () => {
    const { status, text } = await ask(path, 'transfer_funds', '{"amount":900,"to":"Mallory"}', false)
    expect(status).toBe(403)
    expect(text).toContain('action_not_permitted')
    expect(text).not.toContain('Mallory')
  })

  it('ends a stream before the call, behind the text', async () => {
    const { text } = await ask(path, 'delete_user', '{"user":"Mallory"}', true)
    expect(text).toContain('moment')
    expect(text).toContain('action_not_permitted')
    expect(text).not.toContain('Mallory')
    // What the client has offered stands in the frames of Responses; no call does.
    expect(text).not.toMatch(/"function_call"|"tool_calls"|"tool_use"/)
  })

  it.each([false, true])('lets a harmless call through, streamed: %s', async (stream) => {
    const { status, text } = await ask(path, 'get_order', '{"n":7}', stream)
    expect(status).toBe(200)
    expect(text).toContain('get_order')
    expect(text).toMatch(/n\\*":7/)
    expect(text).toContain('"layers_executed":["L0","L1","L2","L3","L5","L4","L6"]')
  })

  it('knows a tool by what the operator says of it', async () => {
    expect((await ask(path, 'settle_case', '{}', false)).text).toContain('action_not_permitted')
  })
})

it('leaves a record of an answer that was denied for a call', async () => {
  await stack.takeRecords()
  await ask('/v1/chat/completions', 'transfer_funds', '{}', true)
  const [record] = await stack.takeRecords()
  expect(JSON.stringify(record)).toContain('action-f')
  expect(JSON.stringify(record)).toContain('action_not_permitted')
})
