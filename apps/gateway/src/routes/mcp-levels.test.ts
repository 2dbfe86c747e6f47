import { createPoliciesRepository } from '@sluice/db'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { toolCaller } from '../testing/mcp/call-tool.ts'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { type ScriptedServer, startScriptedServer, TEXT_TOOL, textResult } from '../testing/mcp/scripted-server.ts'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let server: ScriptedServer
const registry = new RegistryFile()

beforeAll(async () => {
  server = await startScriptedServer()
  stack = await startGatewayStack((stub) => ({
    ...registry.write(stub, [
      { name: 'low', url: server.url, permittedLevel: 2 },
      { name: 'high', url: server.url, permittedLevel: 7 },
      { name: 'closed', url: server.url, permittedLevel: 7 },
    ]),
    POLICY_REFRESH_MS: '100',
    MCP_TOOLS_BY_GROUP: JSON.stringify({ '*': ['low/look_up', 'high/*'], 'dept:finance': ['low/send'] }),
  }))
})
afterAll(async () => {
  await stack?.stop()
  await server?.stop()
  registry.remove()
})
beforeEach(() => {
  server.tools = [TEXT_TOOL, { ...TEXT_TOOL, name: 'send' }, { ...TEXT_TOOL, name: 'secret' }]
  server.answer = textResult('Done.')
})

const low = toolCaller(() => stack, 'low')
const high = toolCaller(() => stack, 'high')
const lastSent = () => server.of('tools/call').at(-1)?.params?.arguments

const CARD = '4111 1111 1111 1111'

it('gives each server what it may see, and tokens in place of the rest', async () => {
  const text = `Maria Keller, maria.keller@example.com, card ${CARD}`
  expect((await low.call(text)).result?.content).toEqual([{ type: 'text', text: 'Done.' }])
  expect(lastSent()).toEqual({
    text: expect.stringMatching(/^Maria Keller, EMAIL_ADDRESS_[A-Z0-9]{10}, card CREDIT_CARD_[A-Z0-9]{10}$/),
  })
  await high.call(text)
  expect(lastSent()).toEqual({ text })
})

it('gives a server the value behind a token as far as the server and the caller may see it', async () => {
  const chat = await completionOf(
    await stack.post('bob', {
      model: 'stub-model',
      messages: [{ role: 'user', content: `Write to bob.jones@example.com, card ${CARD}.` }],
    }),
  )
  const session = { 'x-session-id': String(chat.service_metadata.session_id) }
  // What the model saw are tokens; they stand in the request that reached it.
  const seen = JSON.stringify(stack.stub.requests.at(-1)?.body)
  const [mail = ''] = /EMAIL_ADDRESS_[A-Z0-9]{10}/.exec(seen) ?? []
  const [card = ''] = /CREDIT_CARD_[A-Z0-9]{10}/.exec(seen) ?? []
  const text = `${mail} ${card} CREDIT_CARD_AAAAAAAAA1`
  const callWith = (tools: typeof low) =>
    tools.rpc('tools/call', { name: 'look_up', arguments: { text } }, 'bob', session)
  await callWith(high)
  // Bob may see addresses and no cards, so the server gets none from him.
  expect(lastSent()).toEqual({ text: `bob.jones@example.com ${card} CREDIT_CARD_AAAAAAAAA1` })
  await callWith(low)
  expect(lastSent()).toEqual({ text })
  // Another user's session knows none of them.
  await high.rpc('tools/call', { name: 'look_up', arguments: { text } }, 'alice')
  expect(lastSent()).toEqual({ text })
})

it('keeps the values of a result for the turns of the conversation that follow', async () => {
  server.answer = textResult(`The card is ${CARD}.`)
  const result = await high.call('Whose?', 'bob')
  const token = /CREDIT_CARD_[A-Z0-9]{10}/.exec(result.text)?.[0] ?? ''
  const session = { 'x-session-id': result.headers.get('x-session-id') ?? '' }
  await stack.post(
    'bob',
    { model: 'stub-model', messages: [{ role: 'user', content: `Is ${CARD} the same?` }] },
    session,
  )
  expect(JSON.stringify(stack.stub.requests.at(-1)?.body)).toContain(token)
})

it('lists and calls only what the policy opens to the caller', async () => {
  const names = async (caller: 'alice' | 'bob') =>
    (await low.rpc('tools/list', {}, caller)).result?.tools?.map(({ name }) => name)
  expect(await names('bob')).toEqual(['look_up'])
  expect(await names('alice')).toEqual(['look_up', 'send'])
  const calls = server.of('tools/call').length
  const refused = await low.rpc('tools/call', { name: 'secret', arguments: {} })
  expect(refused.result?._meta?.['sluice/error']).toMatchObject({ code: 'tool_not_permitted' })
  expect(refused.text).toContain('tool-by-group: MCP_TOOLS_BY_GROUP opens tools')
  expect(server.of('tools/call')).toHaveLength(calls)
})

it('serves no server that nothing opens, exactly as one that is not there, and says what would open it', async () => {
  const asked = server.received.length
  const answers = await Promise.all(
    ['none', 'closed'].flatMap((name) => {
      const tools = toolCaller(() => stack, name)
      return [tools.rpc('tools/list'), tools.call('Hello.')]
    }),
  )
  expect(new Set(answers.map(({ status, error }) => JSON.stringify([status, error])))).toHaveLength(1)
  expect([answers[0]?.status, answers[0]?.error?.data]).toEqual([404, { code: 'not_found' }])
  expect(answers[0]?.error?.message).toContain('MCP_TOOLS_BY_GROUP')
  expect(server.received).toHaveLength(asked)
})

it('serves none at all where nothing is set, and warns of it when it starts', async () => {
  const warning = 'nobody may use a tool of these MCP servers: MCP_TOOLS_BY_GROUP is not set'
  expect(stack.logged()).not.toContain(warning)
  const gateway = await stack.another({ MCP_TOOLS_BY_GROUP: '' })
  const response = await fetch(`${gateway.url}/mcp/high`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  expect(response.status).toBe(404)
  expect(stack.logged()).toContain(warning)
})

it('says which layers have worked, both ways, and refuses what is no tool', async () => {
  const { result } = await low.call('Hello.')
  expect(result?._meta?.['sluice/service_metadata']?.layers_executed).toEqual([
    'L0',
    'L1',
    'L2',
    'L3',
    'L4',
    'L5',
    'L1',
    'L2',
    'L3',
    'L4',
    'L6',
  ])
  const missing = await high.rpc('tools/call', { name: 'missing', arguments: {} })
  expect([missing.status, missing.error?.code, missing.error?.data?.code]).toEqual([200, -32602, 'invalid_request'])
})

it('lets a policy refuse what would else leave as tokens', async () => {
  const text = `forbid (principal, action == Action::"callTool", resource in ToolServer::"low")
    when { context has tile && context.tile.level >= 5 };`
  const statement = { description: 'No cards to it.', text, immutable: false, enabled: true }
  await createPoliciesRepository(stack.database).change(
    { tenant: 'default', change: { kind: 'created', id: 'no-cards-to-low', statement }, by: 'user:erin' },
    async () => undefined,
  )
  const codeOf = async (tools: typeof low, written: string) =>
    (await tools.call(written)).result?._meta?.['sluice/error']?.code
  await expect.poll(() => codeOf(low, `Card ${CARD}`), { timeout: 10_000 }).toBe('tool_not_permitted')
  const calls = server.of('tools/call').length
  expect((await low.call(`Card ${CARD}`)).text).toContain('no-cards-to-low')
  expect(server.of('tools/call')).toHaveLength(calls)
  expect([await codeOf(low, 'Write to maria.keller@example.com.'), await codeOf(high, `Card ${CARD}`)]).toEqual([
    undefined,
    undefined,
  ])
})

it('holds no list: what a policy would hold of it is refused', async () => {
  const text = `forbid (principal, action == Action::"invokeWithoutApproval", resource == Model::"mcp/high")
    when { context.category == Category::"D" };`
  const statement = { description: 'Nobody looks alone.', text, immutable: false, enabled: true }
  await createPoliciesRepository(stack.database).change(
    { tenant: 'default', change: { kind: 'created', id: 'not-alone', statement }, by: 'user:erin' },
    async () => undefined,
  )
  await expect
    .poll(async () => (await high.rpc('tools/list')).error?.data?.['code'], { timeout: 10_000 })
    .toBe('action_not_permitted')
})
