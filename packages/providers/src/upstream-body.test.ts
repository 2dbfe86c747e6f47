import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ModelRequest } from '@sluice/pipeline/ports'
import { expect, it } from 'vitest'
import { upstreamBodyOf } from './upstream-body.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const never = () => Promise.reject(new Error('Nobody asks.'))
const remote = { L0: never, L1: never, L2: never, external: never, continue: never, copy: never, L3: never }
const held = (masked?: string): ModelRequest => ({
  kind: 'chat',
  body: { model: 'm' },
  remote,
  ...(masked === undefined ? {} : { masked: new TextEncoder().encode(masked) }),
})

async function textOf(stream: Readable): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

it('writes a body under the upstream’s name of the model, without the gateway’s own members', () => {
  const body = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], service_metadata: { a: 1 }, x: 1 }
  const written = '{"model":"real","messages":[{"role":"user","content":"hi"}],"x":1}'
  const sent = upstreamBodyOf({ kind: 'chat', body }, 'real')
  expect(sent.body).toBe(written)
  expect(sent.digest()).toBe(sha256(written))
})

it('asks for a response that is not stored, whoever holds the body', async () => {
  const body = { model: 'm', input: 'hi', store: true, previous_response_id: 'resp_1' }
  const written = upstreamBodyOf({ kind: 'responses', body }, 'm').body
  expect(JSON.parse(String(written))).toEqual({ model: 'm', input: 'hi', store: false })
  const masked = new TextEncoder().encode('{"input":"hi"}')
  const long = upstreamBodyOf({ kind: 'responses', body: { model: 'm', store: true }, remote, masked }, 'm').body
  if (typeof long === 'string') throw new Error('It was copied.')
  expect(await textOf(long.stream)).toBe('{"model":"m","store":false,"input":"hi"}')
})

it('sends what a thread has written, with the model before it', async () => {
  const sent = upstreamBodyOf(held('{"messages":["ü"],"x":1}'), 'a "model"')
  const { body } = sent
  if (typeof body === 'string') throw new Error('It was copied.')
  const text = await textOf(body.stream)
  expect(text).toBe('{"model":"a \\"model\\"","messages":["ü"],"x":1}')
  expect(body.byteLength).toBe(Buffer.byteLength(text))
  expect(sent.digest()).toBe(sha256(text))
})

it('digests of a long body what has been handed over', async () => {
  const text = `{"messages":["${'ü'.repeat(200_000)}"]}`
  const sent = upstreamBodyOf(held(text), 'm')
  if (typeof sent.body === 'string') throw new Error('It was copied.')
  expect(sent.digest()).toBe(sha256(''))
  let pieces = 0
  for await (const piece of sent.body.stream) {
    expect(piece.length).toBeLessThanOrEqual(65_536)
    pieces += 1
    if (pieces === 2) expect(sent.digest()).not.toBe(sha256(`{"model":"m",${text.slice(1)}`))
  }
  expect(sent.digest()).toBe(sha256(`{"model":"m",${text.slice(1)}`))
  expect(pieces).toBeGreaterThan(5)
})

it.each([[undefined], ['{}'], ['']])('sends no body that nobody has masked: %j', (masked) => {
  expect(() => upstreamBodyOf(held(masked), 'm')).toThrow('nobody has masked')
})
