import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const SECRET = 'upstream-key'
const CONTENT = 'leak.canary@example.org'

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    UPSTREAM_ATTEMPTS: '1',
    UPSTREAM_HEADERS_TIMEOUT_MS: '2000',
    ENDPOINTS: JSON.stringify([
      { name: 'stub', baseUrl: stub.baseUrl, apiKey: SECRET, permittedLevel: 7, models: ['stub-model'] },
      { name: 'another', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['another-model'] },
      { name: 'dead', baseUrl: 'http://127.0.0.1:9/v1', permittedLevel: 7, models: ['dead-model'] },
    ]),
  }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

let serial = 0
const ask = async (more: object = {}, caller: Caller = 'alice') => {
  const requestId = crypto.randomUUID()
  const messages = [{ role: 'user', content: `Question ${++serial} of ${CONTENT}.` }]
  const body = { model: 'stub-model', messages, ...more }
  const response = await stack.post(caller, body, { 'x-request-id': requestId })
  return { requestId, response }
}

/** The log lines of one request, once its access line is there. */
async function linesOf(requestId: string): Promise<Record<string, unknown>[]> {
  const read = () =>
    stack
      .logged()
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line))
  await expect.poll(() => read().some(({ msg }) => msg === 'request')).toBe(true)
  return read()
}

const accessLineOf = async (requestId: string) => (await linesOf(requestId)).find(({ msg }) => msg === 'request')

/** The value of one series; 0 where it is not there. */
async function metric(name: string, labels: Record<string, string>): Promise<number> {
  const text = await (await fetch(`${stack.url}/metrics`)).text()
  const line = text
    .split('\n')
    .filter((candidate) => candidate.startsWith(`${name}{`))
    .find((candidate) => Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`)))
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')))
}

describe('the request log', () => {
  it('says who asked which model in which session, who answered and how it ended', async () => {
    const { requestId, response } = await ask()
    await response.text()
    expect(await accessLineOf(requestId)).toMatchObject({
      tenant: 'default',
      sub: 'alice',
      sessionId: response.headers.get('x-session-id'),
      model: 'stub-model',
      endpoint: 'stub',
      outcome: 'answered',
    })
  })

  it('says who asked for the list of models', async () => {
    const requestId = crypto.randomUUID()
    const headers = { authorization: `Bearer ${await stack.tokenFor('bob')}`, 'x-request-id': requestId }
    await (await fetch(`${stack.url}/v1/models`, { headers })).text()
    expect(await accessLineOf(requestId)).toMatchObject({ route: '/v1/models', tenant: 'default', sub: 'bob' })
  })

  it.each<[string, object, string, string | undefined]>([
    [
      'a held request',
      { messages: [{ role: 'user', content: 'Wire $50,000 to account 12345678 now.' }] },
      'held',
      undefined,
    ],
    ['a model that is not open', { model: 'no-model-of-this-name' }, 'denied', 'model_not_found'],
    ['a body that is no request', { messages: 7 }, 'denied', 'invalid_request'],
  ])('says how %s ended', async (_what, more, outcome, code) => {
    const { requestId, response } = await ask(more)
    await response.text()
    const line = await accessLineOf(requestId)
    expect(line).toMatchObject({ outcome, sub: 'alice' })
    expect(line?.code).toBe(code)
    expect(JSON.stringify(line)).not.toContain('no-model-of-this-name')
  })

  it('says why a stream broke off, though its status is 200', async () => {
    stack.stub.respondWith({ text: 'one two', fault: { type: 'reset-mid-stream' } })
    const { requestId, response } = await ask({ stream: true })
    await response.text()
    expect(await accessLineOf(requestId)).toMatchObject({
      status: 200,
      outcome: 'failed',
      code: 'upstream_interrupted',
      endpoint: 'stub',
    })
    const lines = await linesOf(requestId)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'stream ended with an error', endpoint: 'stub' }))
    expect(await metric('sluice_upstream_requests_total', { endpoint: 'stub', outcome: 'interrupted' })).toBe(1)
  })

  it('says that the caller has left', async () => {
    stack.stub.respondWith({ text: 'one two three' })
    stack.stub.pauseAfter(2)
    const controller = new AbortController()
    const requestId = crypto.randomUUID()
    const response = await fetch(`${stack.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        authorization: `Bearer ${await stack.tokenFor('alice')}`,
      },
      body: JSON.stringify({ model: 'stub-model', stream: true, messages: [{ role: 'user', content: 'Hello?' }] }),
    })
    await response.body?.getReader().read()
    controller.abort()
    expect(await accessLineOf(requestId)).toMatchObject({ outcome: 'failed', code: 'request_aborted', aborted: true })
  })
})

describe('an upstream failure', () => {
  it.each<[string, Parameters<GatewayStack['stub']['respondWith']>[0], number, string, string, number?]>([
    ['a wrong key', { fault: { type: 'status', status: 401 } }, 502, 'upstream_unauthorized', 'unauthorized', 401],
    ['a limit', { fault: { type: 'status', status: 429 } }, 429, 'rate_limit_exceeded', 'rate_limited', 429],
    ['a 500', { fault: { type: 'status', status: 500 } }, 502, 'upstream_error', 'failed', 500],
    ['a 503', { fault: { type: 'status', status: 503 } }, 502, 'upstream_error', 'failed', 503],
    ['broken JSON', { fault: { type: 'malformed-json' } }, 502, 'upstream_invalid_answer', 'invalid_answer'],
    ['a reset', { fault: { type: 'reset-before-headers' } }, 502, 'upstream_unreachable', 'unreachable'],
    ['silence', { fault: { type: 'hang-before-headers' } }, 504, 'upstream_timeout', 'timeout'],
  ])(
    'of %s is told apart by the caller, the log and the metrics',
    async (_what, reply, httpStatus, code, outcome, status) => {
      stack.stub.respondWith(reply)
      // An endpoint that has failed too often is not asked.
      const endpoint = outcome === 'unreachable' ? 'another' : 'stub'
      const model = `${endpoint}-model`
      const before = await metric('sluice_upstream_requests_total', { endpoint, outcome })
      const { requestId, response } = await ask({ model })
      expect(response.status).toBe(httpStatus)
      const error = await errorOf(response)
      expect(error.code).toBe(code)
      expect(error.message).not.toContain(SECRET)
      const attempt = (await linesOf(requestId)).find(({ msg }) => msg === 'model endpoint failed')
      expect(attempt).toMatchObject({ endpoint, model, outcome })
      expect(attempt?.status).toBe(status)
      expect(await metric('sluice_upstream_requests_total', { endpoint, outcome })).toBe(before + 1)
      expect(stack.logged()).not.toContain(SECRET)
      expect(stack.logged()).not.toContain(CONTENT)
    },
  )

  it('of an address where nobody listens names the cause in the log', async () => {
    const { requestId, response } = await ask({ model: 'dead-model' })
    expect((await errorOf(response)).code).toBe('upstream_unreachable')
    const attempt = (await linesOf(requestId)).find(({ msg }) => msg === 'model endpoint failed')
    expect(attempt).toMatchObject({ endpoint: 'dead', outcome: 'unreachable' })
    expect(JSON.stringify(attempt)).toContain('ECONNREFUSED')
  })
})

describe('the metrics', () => {
  it('count requests, tokens, layers, masked values and the cache', async () => {
    const before = await metric('sluice_answer_cache_total', { result: 'hit' })
    const messages = [{ role: 'user', content: `Write to ${CONTENT}, please.` }]
    for (let time = 0; time < 2; time += 1) await (await ask({ messages })).response.text()
    expect(await metric('sluice_answer_cache_total', { result: 'hit' })).toBe(before + 1)
    expect(await metric('sluice_answer_cache_total', { result: 'miss' })).toBeGreaterThan(0)
    expect(
      await metric('sluice_model_requests_total', {
        tenant: 'default',
        kind: 'chat',
        outcome: 'answered',
        code: 'none',
      }),
    ).toBeGreaterThan(1)
    expect(await metric('sluice_model_requests_total', { outcome: 'denied', code: 'model_not_found' })).toBe(1)
    expect(await metric('sluice_model_tokens_total', { model: 'stub-model', direction: 'completion' })).toBeGreaterThan(
      0,
    )
    expect(await metric('sluice_layer_duration_seconds_count', { layer: 'L2' })).toBeGreaterThan(1)
    const masked = { policy_id: 'mask-email-address', action: 'masked' }
    expect(await metric('sluice_policy_violations_total', masked)).toBeGreaterThan(1)
  })
})
