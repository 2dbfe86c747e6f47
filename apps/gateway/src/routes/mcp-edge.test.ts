import { request as requestOf } from 'node:http'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toolCaller } from '../testing/mcp/call-tool.ts'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { type ScriptedServer, startScriptedServer, TEXT_TOOL, textResult } from '../testing/mcp/scripted-server.ts'
import { storeKey } from '../testing/stored-keys.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let server: ScriptedServer
let control: FreezeControl
const registry = new RegistryFile()

beforeAll(async () => {
  server = await startScriptedServer()
  stack = await startGatewayStack((stub) => ({
    ...registry.write(stub, [{ name: 'crm', url: server.url }]),
    MCP_MAX_REQUEST_BYTES: '65536',
    MCP_ALLOWED_ORIGINS: 'https://app.example',
  }))
  const { redisClient: redis, sessions } = stack
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
})
afterAll(async () => {
  control?.close()
  await stack?.stop()
  await server?.stop()
  registry.remove()
})
beforeEach(() => {
  server.tools = [TEXT_TOOL]
  server.answer = textResult('Done.')
})

const { rpc, call } = toolCaller(() => stack, 'crm')
const PATH = '/mcp/crm'

/** An answer whose server waits until it is told to go on, or until its request is given up. */
function waiting() {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  server.answer = (_, response) => {
    response.once('close', () => left.resolve())
    begun.resolve()
  }
  return { begun: begun.promise, left: left.promise }
}

describe('the address of a tool server', () => {
  it('takes POST only', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await stack.request('alice', PATH, undefined, {}, method)
      expect([method, response.status]).toEqual([method, 405])
    }
  })

  it('takes notifications and answers, and passes none on', async () => {
    const before = server.received.length
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 3, result: { roots: [] } },
    ]) {
      const response = await stack.request('alice', PATH, message)
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
    expect(server.received).toHaveLength(before)
  })

  it('refuses what is no message, several at once, and what is too long', async () => {
    const post = (body: object) => stack.request('alice', PATH, body)
    for (const body of [
      [],
      [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
      { id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'x' },
    ]) {
      const response = await post(body)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }])
    }
    const long = { name: 'look_up', arguments: { text: 'x'.repeat(70_000) } }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: long })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { message: expect.stringContaining('MCP_MAX_REQUEST_BYTES') } },
    ])
  })

  it('refuses arguments of too many values', async () => {
    const { status, error } = await rpc('tools/call', { name: 'look_up', arguments: { many: Array(20_000).fill(0) } })
    expect([status, error?.code]).toEqual([400, -32602])
  })

  it('is closed to web pages of other origins', async () => {
    const origin = (of: string) => rpc('tools/list', {}, 'alice', { origin: of }).then(({ status }) => status)
    expect([await origin('https://evil.example'), await origin('https://app.example')]).toEqual([403, 200])
  })

  it('is closed without a token, for a user who is not active, and for a key without this wire', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await stack.request(undefined, PATH, body)).status).toBe(401)
    expect((await rpc('tools/list', {}, 'gone')).status).toBe(403)
    const withKey = async (changes: object) => {
      const { text } = await storeKey(stack.database, changes)
      return (await stack.request(undefined, PATH, body, { authorization: `Bearer ${text}` })).status
    }
    expect(await withKey({ wires: ['chat'] })).toBe(403)
    expect(await withKey({ wires: ['mcp'] })).toBe(200)
    expect(await withKey({ models: ['stub-model'] })).toBe(404)
    expect(await withKey({ models: ['mcp/crm'] })).toBe(200)
  })
})

describe('a session', () => {
  it('is the one of Sluice, is its user’s own, and is lost for a client once it is over', async () => {
    const begun = await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }, 'bob')
    const id = begun.headers.get('mcp-session-id') ?? ''
    expect(begun.headers.get('x-session-id')).toBe(id)
    const within = { 'mcp-session-id': id }
    expect((await rpc('ping', {}, 'bob', within)).result).toEqual({})
    for (const [caller, session] of [
      ['alice', id],
      ['bob', '1'],
      ['bob', 'no-number'],
    ] as const) {
      const answer = await rpc('tools/list', {}, caller, { 'mcp-session-id': session })
      expect([session, answer.status, answer.id]).toEqual([session, 404, 7])
    }
  })
})

describe('a call', () => {
  it('is on record with its server, its layers and the tile of what left', async () => {
    await stack.takeRecords()
    await call('Her card is 4111 1111 1111 1111.', 'alice')
    const records = await stack.records()
    expect(records.at(-1)).toMatchObject({
      ...{ kind: 'request', model: 'mcp/crm', outcome: 'answered', endpoint: 'crm', action: 'D' },
      tile: { level: 0 },
      evidence: { endpoints: [['crm', 3]], permitted: 3 },
    })
    expect(JSON.stringify(records)).not.toMatch(/4111|look_up/)
  })

  it('ends at its server when its caller leaves', async () => {
    const { begun, left } = waiting()
    const url = new URL(`${stack.url}${PATH}`)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` }
    const leaving = requestOf(url, { method: 'POST', headers })
    leaving.on('error', () => undefined)
    const params = { name: 'look_up', arguments: { text: 'x' } }
    leaving.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
    await begun
    leaving.destroy()
    await left
  })

  it('ends with a freeze of its user, and there is no other', async () => {
    const { begun, left } = waiting()
    const answer = call('anything', 'bob')
    await begun
    await control.freezeUser({ tenant: 'default', sub: 'bob' }, { reason: 'reported', actor: 'user:carol' })
    try {
      const { status, error, id } = await answer
      expect([status, error?.data, id]).toEqual([403, { code: 'session_frozen' }, 7])
      await left
      expect((await call('anything', 'bob')).status).toBe(403)
    } finally {
      await control.unfreezeUser({ tenant: 'default', sub: 'bob' }, { reason: 'over', actor: 'user:carol' })
    }
  })

  it('is never sent twice, whatever goes wrong', async () => {
    server.answer = (_, response) => void response.writeHead(503).end()
    const before = server.of('tools/call').length
    expect((await call('anything')).result).toMatchObject({ isError: true })
    expect(server.of('tools/call').length - before).toBe(1)
  })
})
