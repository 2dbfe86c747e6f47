import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEverythingServer } from '../testing/mcp/everything.ts'
import type { HostedToolServer } from '../testing/mcp/host-tool-server.ts'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let everything: HostedToolServer
const registry = new RegistryFile()

beforeAll(async () => {
  everything = await startEverythingServer()
  stack = await startGatewayStack((stub) => registry.write(stub, [{ name: 'everything', url: everything.url }]))
})

afterAll(async () => {
  await stack?.stop()
  await everything?.stop()
  registry.remove()
})

async function connect(caller: Caller, server = 'everything') {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${stack.url}/mcp/${server}`), {
    requestInit: { headers: { authorization: `Bearer ${await stack.tokenFor(caller)}` } },
  })
  await client.connect(transport as Transport)
  return client
}

const sentCalls = () => everything.received.filter(({ text }) => text.includes('tools/call'))

describe('a client of the official SDK', () => {
  it('lists and calls the tools of a configured server', async () => {
    const client = await connect('alice')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('echo')
    const result = await client.callTool({ name: 'echo', arguments: { message: 'Hello there.' } })
    expect(result.content).toEqual([{ type: 'text', text: 'Echo: Hello there.' }])
    await client.close()
  })

  it('sends values up to the level of the server as they are and those above as tokens, which come back as values', async () => {
    const client = await connect('alice')
    const message = 'Write to maria.keller@example.com, her card is 4111 1111 1111 1111.'
    const result = await client.callTool({ name: 'echo', arguments: { message } })
    expect(result.content).toEqual([{ type: 'text', text: `Echo: ${message}` }])
    const sent = sentCalls().at(-1)?.text ?? ''
    expect(sent).toContain('maria.keller@example.com')
    expect(sent).toMatch(/CREDIT_CARD_[A-Z0-9]{10}/)
    expect(sent).not.toContain('4111')
    await client.close()
  })

  it('sends on its own credential and nothing of the caller', async () => {
    const client = await connect('alice')
    await client.callTool({ name: 'echo', arguments: { message: 'Hi.' } })
    const { headers } = sentCalls().at(-1) ?? {}
    expect(headers?.authorization).toBe('Bearer key-of-everything')
    expect(JSON.stringify(everything.received)).not.toContain(await stack.tokenFor('alice'))
    await client.close()
  })
})

describe('a client of the revision without sessions', () => {
  it('discovers the gateway, lists tools and calls one', async () => {
    const client = new StatelessClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const transport = new StatelessTransport(new URL(`${stack.url}/mcp/everything`), {
      requestInit: { headers: { authorization: `Bearer ${await stack.tokenFor('alice')}` } },
    })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('echo')
    const result = await client.callTool({ name: 'echo', arguments: { message: 'Hello there.' } })
    expect(result.content).toEqual([{ type: 'text', text: 'Echo: Hello there.' }])
    await client.close()
  })
})
