import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { toolCaller } from '../testing/mcp/call-tool.ts'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { hostStatelessServer } from '../testing/mcp/stateless-server.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let server: Awaited<ReturnType<typeof hostStatelessServer>>
const registry = new RegistryFile()

function toolServer(): McpServer {
  const tools = new McpServer({ name: 'stateless', version: '1' })
  tools.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  tools.registerTool('grüße', { inputSchema: z.object({}) }, async () => ({
    content: [{ type: 'text', text: 'Hallo.' }],
  }))
  // The extension has no place in the type of schemas.
  const region: object = { type: 'string', 'x-mcp-header': 'Region' }
  const inputSchema = fromJsonSchema<{ readonly region: string }>({ type: 'object', properties: { region } })
  tools.registerTool('by_region', { inputSchema }, async ({ region }) => ({
    content: [{ type: 'text', text: region }],
  }))
  tools.registerTool('ask', { inputSchema: z.object({}) }, async () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({ message: 'Your password?', requestedSchema: { type: 'object', properties: {} } }),
      },
    }),
  )
  return tools
}

beforeAll(async () => {
  // The SDK warns of each name that is unusual.
  vi.spyOn(console, 'warn').mockReturnValue()
  server = await hostStatelessServer(toolServer)
  stack = await startGatewayStack((stub) =>
    registry.write(stub, [{ name: 'stateless', url: server.url, revision: '2026-07-28' }]),
  )
})
afterAll(async () => {
  vi.restoreAllMocks()
  await stack?.stop()
  await server?.stop()
  registry.remove()
})

const { rpc } = toolCaller(() => stack, 'stateless')

describe('a server of the revision without sessions', () => {
  it('is asked in its own words, whatever the revision of the client', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${stack.url}/mcp/stateless`), {
        requestInit: { headers: { authorization: `Bearer ${await stack.tokenFor('alice')}` } },
      }),
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo')
    const text = 'Her card is 4111 1111 1111 1111.'
    expect((await client.callTool({ name: 'echo', arguments: { text } })).content).toEqual([{ type: 'text', text }])
    await client.close()
    expect((await rpc('tools/call', { name: 'echo', arguments: { text } })).result?.content).toEqual([
      { type: 'text', text },
    ])
    const sent = server.received.at(-1)
    expect(sent?.headers).toMatchObject({ 'mcp-method': 'tools/call', 'mcp-name': 'echo' })
    expect(sent?.text).not.toContain('4111')
    expect(JSON.stringify(server.received)).not.toContain('"initialize"')
  })

  it('has names that no header can hold', async () => {
    const { result } = await rpc('tools/call', { name: 'grüße', arguments: {} })
    expect(result?.content).toEqual([{ type: 'text', text: 'Hallo.' }])
    expect(server.received.at(-1)?.headers['mcp-name']).toBe('=?base64?Z3LDvMOfZQ==?=')
  })

  it('finds arguments in headers that its schema asks for, masked like the body', async () => {
    const region = 'Süd, card 4111 1111 1111 1111'
    const { result } = await rpc('tools/call', { name: 'by_region', arguments: { region } })
    expect(result?.content).toEqual([{ type: 'text', text: region }])
    const header = String(server.received.at(-1)?.headers['mcp-param-region'])
    expect(Buffer.from(header.slice('=?base64?'.length), 'base64').toString()).toMatch(/^Süd, card CREDIT_CARD_/)
  })

  it('asks nobody for input: it is told that its client answers nothing, and refuses', async () => {
    const { result, text } = await rpc('tools/call', { name: 'ask', arguments: {} })
    expect(result).toMatchObject({ isError: true, _meta: { 'sluice/error': { code: 'upstream_rejected' } } })
    expect(text).not.toContain('password')
  })
})

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
const CALL = { name: 'echo', arguments: { text: 'Hi.' }, _meta: META }

describe('a request without sessions', () => {
  it('is answered where its headers say what its body says', async () => {
    const { status, result } = await rpc('tools/call', CALL, 'alice', HEADERS)
    expect([status, result?.['resultType']]).toEqual([200, 'complete'])
    const encoded = { ...HEADERS, 'mcp-name': `=?base64?${Buffer.from('echo').toString('base64')}?=` }
    expect((await rpc('tools/call', CALL, 'alice', encoded)).status).toBe(200)
  })

  it.each<[string, number, Record<string, string>, object]>([
    ['another method in the header', -32020, { ...HEADERS, 'mcp-method': 'tools/list' }, CALL],
    ['no method in the header', -32020, { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'echo' }, CALL],
    ['another name in the header', -32020, { ...HEADERS, 'mcp-name': 'ask' }, CALL],
    ['no name in the header', -32020, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }, CALL],
    ['a name that is no base64', -32020, { ...HEADERS, 'mcp-name': '=?base64?!!?=' }, CALL],
    ['no revision in the header', -32020, { 'mcp-method': 'tools/call', 'mcp-name': 'echo' }, CALL],
    ['another revision in the header', -32020, { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }, CALL],
    ['no envelope', -32602, HEADERS, { ...CALL, _meta: {} }],
    [
      'no capabilities in its envelope',
      -32602,
      HEADERS,
      { ...CALL, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    ],
    [
      'an unknown revision',
      -32022,
      { ...HEADERS, 'mcp-protocol-version': '2031-01-01' },
      { ...CALL, _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
    ],
  ])('is refused with %s', async (_, code, headers, params) => {
    const calls = server.received.length
    const answer = await rpc('tools/call', params, 'alice', headers)
    expect([answer.status, answer.error?.code, answer.id]).toEqual([400, code, 7])
    expect(server.received).toHaveLength(calls)
  })

  it('knows no methods of the other revisions, and the others not its own', async () => {
    for (const method of ['initialize', 'ping', 'resources/list', 'prompts/list', 'subscriptions/listen']) {
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
      const { status, error } = await rpc(method, { _meta: META }, 'alice', headers)
      expect([method, status, error?.code]).toEqual([method, 404, -32601])
    }
    for (const method of ['server/discover', 'resources/read', 'prompts/get', 'logging/setLevel', 'tasks/get']) {
      const { status, error } = await rpc(method)
      expect([method, status, error?.code]).toEqual([method, 200, -32601])
    }
  })
})
