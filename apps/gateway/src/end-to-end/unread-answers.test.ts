import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { requestRecordSchema } from '@sluice/contracts'
import { readOutbox } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/** Longer than what sockets hold for a reader. */
const LONG = `${'x'.repeat(1_000)} `.repeat(20_000)
const POLL = { timeout: 15_000 }

let stack: GatewayStack
let redis: Redis
const sockets: Socket[] = []

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0', CLIENT_READ_TIMEOUT_MS: '1000' }))
  redis = createRedis(stack.redis.url)
  await waitForRedis(redis, 5_000)
})
beforeEach(() => {
  stack.stub.reset()
  stack.stub.respondWith({ text: LONG })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
})

/** Sends a request over a bare socket, which reads nothing by itself. */
async function send(stream: boolean) {
  const requestId = crypto.randomUUID()
  const body = JSON.stringify({ model: 'stub-model', stream, messages: [{ role: 'user', content: 'Go on, please.' }] })
  const { hostname, port } = new URL(stack.url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${await stack.tokenFor('alice')}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return { requestId, socket }
}

const accessLineOf = (requestId: string) =>
  stack
    .logged()
    .split('\n')
    .filter((line) => line.includes(requestId) && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))[0]

describe('an answer that its caller does not read', () => {
  it('ends as a stream: the model’s connection is free again, and the evidence says why', async () => {
    const { requestId } = await send(true)
    const [upstream] = await stack.stub.waitForRequests(1)
    expect(await upstream?.ended).toBe('aborted')
    await expect.poll(() => accessLineOf(requestId), POLL).toMatchObject({ code: 'answer_not_read', outcome: 'failed' })
    const records = await readOutbox(redis)
    const record = requestRecordSchema.parse(records.find((one) => one.request_id === requestId))
    expect(record).toMatchObject({ outcome: 'aborted', code: 'answer_not_read' })
  })

  it('ends as JSON', async () => {
    const { requestId } = await send(false)
    await expect
      .poll(() => accessLineOf(requestId), POLL)
      .toMatchObject({ code: 'answer_not_read', outcome: 'failed', aborted: true })
    await expect
      .poll(async () => (await fetch(`${stack.url}/metrics`)).text(), POLL)
      .toMatch(/sluice_requests_inside\{[^}]*\} 0/)
  })
})

it.each([true, false])('an answer that is read slowly is read to its end (stream: %s)', async (stream) => {
  const { requestId, socket } = await send(stream)
  let bytes = 0
  let isReading = true
  socket.on('close', () => {
    isReading = false
  })
  while (isReading && accessLineOf(requestId) === undefined) {
    for (let piece = socket.read(); piece !== null; piece = socket.read()) bytes += piece.length
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(accessLineOf(requestId)).toMatchObject({ outcome: 'answered' })
  expect(bytes).toBeGreaterThan(LONG.length / 2)
})
