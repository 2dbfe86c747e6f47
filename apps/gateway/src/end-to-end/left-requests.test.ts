import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let headers: Record<string, string>

beforeAll(async () => {
  stack = await startGatewayStack()
  headers = { authorization: `Bearer ${await stack.tokenFor('alice')}`, 'content-type': 'application/json' }
}, 300_000)
afterAll(() => stack?.stop())

/** Sends a request whole, and leaves after some milliseconds without reading. */
async function leave(body: object, afterMs: number): Promise<void> {
  const text = JSON.stringify(body)
  const { hostname, port } = new URL(stack.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = [
    'POST /v1/responses HTTP/1.1',
    `host: ${hostname}:${port}`,
    ...Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), 'x-reason': 'Alice asked' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
  await sleep(afterMs)
  socket.destroy()
  await once(socket, 'close')
}

async function insideOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^sluice_requests_inside(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1])
}

it('callers who leave while their request is admitted leave nothing behind in the gateway', async () => {
  const first = await fetch(`${stack.url}/v1/responses`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'stub-model', input: 'Hello' }),
  })
  expect(first.status).toBe(200)
  const { id } = (await first.json()) as { id: string }
  // What they continue is read from a store, and they leave before, while and after it comes.
  for (let left = 0; left < 60; left += 1) {
    const body = { model: 'stub-model', stream: left % 2 === 0, input: 'Go on', previous_response_id: id }
    await leave(body, left % 12)
  }
  await expect.poll(() => insideOf(stack.url), { timeout: 15_000 }).toBe(0)
})
