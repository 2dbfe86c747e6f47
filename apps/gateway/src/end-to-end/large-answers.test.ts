import type { StubRequest } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const RESTORED_CHARS = 600_000
const BYTES_IN_FLIGHT = 1_048_576

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack(() => ({
    CACHE_TTL_MS: '0',
    RESTORED_ANSWER_MAX_CHARS: String(RESTORED_CHARS),
    MAX_BODY_BYTES: '65536',
    QUOTAS: JSON.stringify({ default: { bytesInFlight: BYTES_IN_FLIGHT } }),
  }))
})
afterAll(() => stack.stop())

async function ask(content: string, stream = false): Promise<{ status: number; text: string }> {
  const response = await fetch(`${stack.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
    body: JSON.stringify({ model: 'stub-model', stream, messages: [{ role: 'user', content }] }),
  })
  return { status: response.status, text: await response.text() }
}

/** Answers with the token of the request, again and again: shorter than the value that it stands for. */
const repeat = (times: number) => (request: StubRequest) => {
  const [token = 'none'] = /EMAIL_ADDRESS_[0-9A-Z]{10}/.exec(JSON.stringify(request.body)) ?? []
  return `${token} `.repeat(times)
}
const LONG_ADDRESS = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`

it('ends an answer whose values are longer than the bound, streamed or not', async () => {
  stack.stub.respondWith(repeat(100))
  expect((await ask(`Write to ${LONG_ADDRESS}`)).text).toContain(`${LONG_ADDRESS} ${LONG_ADDRESS}`)
  stack.stub.respondWith(repeat(6_000))
  const whole = await ask(`Write to ${LONG_ADDRESS}`)
  expect(whole.status).toBe(502)
  expect(JSON.parse(whole.text)).toMatchObject({ error: { code: 'answer_too_large' } })
  const streamed = await ask(`Write to ${LONG_ADDRESS}`, true)
  expect(streamed.text).toContain(LONG_ADDRESS)
  expect(streamed.text.length).toBeLessThan(RESTORED_CHARS * 4)
  expect(streamed.text.trimEnd()).toMatch(/"code":"answer_too_large".*\}$/)
})

it('charges an answer that is held as a whole to its caller, and frees it with the last byte', async () => {
  stack.stub.respondWith('All is well. '.repeat(1_000))
  expect((await ask('Hello?')).status).toBe(200)
  stack.stub.respondWith({ text: '', extra: { note: 'x'.repeat(BYTES_IN_FLIGHT + 100_000) } })
  const refused = await ask('Tell me all.')
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  // Half of it, three times: each is charged while it is there, and no longer.
  stack.stub.respondWith({ text: '', extra: { note: 'x'.repeat(BYTES_IN_FLIGHT / 2) } })
  for (let turn = 0; turn < 3; turn += 1) expect((await ask('Tell me half.')).text).toContain('x'.repeat(1_000))
})
