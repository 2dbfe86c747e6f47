import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { type ScriptedServer, startScriptedServer } from '../testing/mcp/scripted-server.ts'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let server: ScriptedServer
const registry = new RegistryFile()

beforeAll(async () => {
  server = await startScriptedServer()
  stack = await startGatewayStack((stub) => ({
    ...registry.write(stub, [{ name: 'crm', url: server.url, permittedLevel: 2 }]),
    QUOTAS: JSON.stringify({ default: { openExchanges: null, requestsPerMinute: null } }),
  }))
})
afterAll(async () => {
  await stack?.stop()
  await server?.stop()
  registry.remove()
})

async function call(given: object, caller: Caller): Promise<string> {
  const params = { name: 'look_up', arguments: given }
  const response = await stack.request(caller, '/mcp/crm', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return await response.text()
}

/** Cards, which neither bob nor the server may see, in texts, as numbers and as names of members. */
const CARDS = ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005']
const text = fc.oneof(
  fc.constantFrom(...CARDS),
  fc.constantFrom(...CARDS).map((card) => `Her card is ${card}, they say.`),
  fc.constantFrom(...CARDS).map((card) => JSON.stringify({ note: [`card ${card}`] })),
  fc.constantFrom('Nothing here.', ''),
)
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constant(4_111_111_111_111_111),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom('owner', 'text', 'type', 'data', 'name'), text), tie('value'), {
      maxKeys: 3,
    }),
  ),
})).value

const types = fc.oneof(fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'other'), text)
const block = fc
  .tuple(types, fc.dictionary(fc.constantFrom('text', 'data', 'resource', 'annotations', 'uri', 'x'), value))
  .map(([type, members]) => ({ ...members, type }))

const DIGITS = /4111[ -]?1111|4111111|5555[ -]?5555|378282/

/** Tokens have no such digits in a row. */
const withoutTokens = (sent: string) => sent.replaceAll(/[A-Z_]+_[A-Z0-9]{10}/g, '')

it('a result shows nothing that its caller may not see, wherever it stands', async () => {
  let masked = 0
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 3 }), value, async (content, structuredContent) => {
      server.answer = { content, structuredContent }
      const answer = await call({}, 'bob')
      if (answer.includes('CREDIT_CARD_')) masked += 1
      expect(withoutTokens(answer)).not.toMatch(DIGITS)
    }),
    { numRuns: 150 },
  )
  expect(masked).toBeGreaterThan(20)
}, 60_000)

it('a call shows its server nothing that it may not see, wherever it stands', async () => {
  let masked = 0
  server.answer = { content: [] }
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ maxLength: 5 }), value, { maxKeys: 3 }), async (given) => {
      await call(given, 'alice')
      const sent = server.received.at(-1)?.text ?? ''
      if (sent.includes('CREDIT_CARD_')) masked += 1
      expect(withoutTokens(sent)).not.toMatch(DIGITS)
    }),
    { numRuns: 150 },
  )
  expect(masked).toBeGreaterThan(20)
}, 60_000)
