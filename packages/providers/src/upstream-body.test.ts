import type { Readable } from 'node:stream'
import type { ModelRequest } from '@sluice/pipeline/ports'
import { expect, it } from 'vitest'
import { upstreamBodyOf } from './upstream-body.ts'

const never = () => Promise.reject(new Error('Nobody asks.'))
const remote = { L0: never, L1: never, L2: never, copy: never, L3: never }
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
  expect(upstreamBodyOf({ kind: 'chat', body }, 'real')).toBe(
    '{"model":"real","messages":[{"role":"user","content":"hi"}],"x":1}',
  )
})

it('sends what a thread has written, with the model before it', async () => {
  const body = upstreamBodyOf(held('{"messages":["ü"],"x":1}'), 'a "model"')
  if (typeof body === 'string') throw new Error('It was copied.')
  const text = await textOf(body.stream)
  expect(text).toBe('{"model":"a \\"model\\"","messages":["ü"],"x":1}')
  expect(body.byteLength).toBe(Buffer.byteLength(text))
})

it.each([[undefined], ['{}'], ['']])('sends no body that nobody has masked: %j', (masked) => {
  expect(() => upstreamBodyOf(held(masked), 'm')).toThrow('nobody has masked')
})
