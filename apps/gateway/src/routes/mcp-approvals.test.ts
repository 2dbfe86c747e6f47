import type { RunningService } from '@sluice/service-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalsOf } from '../testing/approvals-for-tests.ts'
import { toolCaller } from '../testing/mcp/call-tool.ts'
import { RegistryFile } from '../testing/mcp/registry-file.ts'
import { type ScriptedServer, startScriptedServer, TEXT_TOOL, textResult } from '../testing/mcp/scripted-server.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let worker: RunningService
let server: ScriptedServer
const registry = new RegistryFile()

beforeAll(async () => {
  server = await startScriptedServer()
  server.tools = [{ ...TEXT_TOOL, name: 'transfer_funds' }]
  stack = await startGatewayStack((stub) =>
    registry.write(stub, [{ name: 'bank', url: server.url, permittedLevel: 7 }]),
  )
  worker = await startWorker(stack)
})
afterAll(async () => {
  await worker?.stop()
  await stack?.stop()
  await server?.stop()
  registry.remove()
})

const { rpc } = toolCaller(() => stack, 'bank')
const order = { name: 'transfer_funds', arguments: { text: 'To Maria Keller, card 4111 1111 1111 1111.' } }
const fetch = (id: string, caller: Caller = 'alice') =>
  rpc('tools/call', { name: 'transfer_funds', _meta: { 'sluice/approval_id': id } }, caller)

it('waits for a human, is carried out once, and its result is fetched by the approval', async () => {
  server.answer = textResult('Sent from card 4111 1111 1111 1111.')
  const held = await rpc('tools/call', order)
  const id = held.result?._meta?.['sluice/service_metadata']?.approval_id ?? ''
  expect(held.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(id) }] })
  expect(server.of('tools/call')).toEqual([])
  expect((await fetch(id)).result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(id) }] })

  await approvalsOf(stack).decide(id, 'approve')
  await expect.poll(async () => (await fetch(id)).result?.isError, { timeout: 20_000 }).toBeUndefined()
  const fetched = await fetch(id)
  expect(fetched.result?.content).toEqual([{ type: 'text', text: 'Sent from card 4111 1111 1111 1111.' }])
  expect(server.of('tools/call').map(({ params }) => params?.arguments)).toEqual([order.arguments])
  // It is its caller's alone.
  expect([(await fetch(id, 'bob')).status, (await fetch('none')).status]).toEqual([404, 404])
})

it('says that it was denied, and was never sent', async () => {
  const calls = server.of('tools/call').length
  const held = await rpc('tools/call', { ...order, arguments: { text: 'Another.' } })
  const id = held.result?._meta?.['sluice/service_metadata']?.approval_id ?? ''
  await approvalsOf(stack).decide(id, 'deny')
  expect((await fetch(id)).result).toMatchObject({
    isError: true,
    _meta: { 'sluice/error': { code: 'approval_denied' } },
  })
  expect(server.of('tools/call')).toHaveLength(calls)
})
