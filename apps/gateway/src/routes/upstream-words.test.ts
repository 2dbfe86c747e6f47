import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const KEY = 'sk-upstream-secret-123456'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack((stub) => {
    const shared = {
      ...{ baseUrl: stub.baseUrl, apiKey: KEY, headers: { 'openai-organization': 'org-SECRETORG' }, permittedLevel: 7 },
    }
    return {
      ENDPOINTS: JSON.stringify([
        { ...shared, name: 'quiet', models: ['quiet'], modelMap: { quiet: 'real-upstream-name' } },
        {
          ...{ ...shared, name: 'open', models: ['open'], embeddingModels: ['vectors'], errors: 'filtered' },
          modelMap: { open: 'real-upstream-name' },
        },
      ]),
      UPSTREAM_ATTEMPTS: '1',
    }
  })
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

let serial = 0
const ask = (model: string, more: object = {}) =>
  stack.post('alice', { model, messages: [{ role: 'user', content: `Question ${++serial}.` }], ...more })

const SECRETS = [
  'upstream-secret',
  '123456',
  'db01.corp',
  'corp.local',
  'real-upstream-name',
  'SECRETORG',
  '\u0007',
  '\u001b',
]

/** Everything that a caller gets. */
async function gotFrom(response: Response): Promise<string> {
  return JSON.stringify([...response.headers]) + (await response.text())
}

describe.each(['quiet', 'open'])('an endpoint of the kind %s', (model) => {
  const words: readonly (readonly [string, string])[] = [
    ['its key and a host', `Incorrect API key provided: ${KEY}. internal host db01.corp.local said no`],
    ['a mapped name and an organization', 'The model `real-upstream-name` does not exist (org-SECRETORG)'],
    ['control characters around a secret', `\u001b[31mno\u0007 real-upstream-name`],
  ]
  const statuses = [400, 401, 403, 404, 413, 422, 429, 500]
  it.each(words.flatMap(([what, message]) => statuses.map((status) => [status, what, message] as const)))(
    'tells nothing with %i of %s',
    async (status, _what, message) => {
      const error = { message, type: message, param: message, code: message }
      stack.stub.respondWith({ fault: { type: 'status', status, body: { error } } })
      const got = await gotFrom(await ask(model))
      for (const secret of SECRETS) expect(got).not.toContain(secret)
      expect(JSON.parse(got.slice(got.indexOf('{"error"'))).error.message).toMatch(/\S/)
    },
  )

  it.each([400, 404, 413, 422, 429])('nor with an error of code %i in an answer with 200', async (code) => {
    const error = { message: `${KEY} db01.corp.local real-upstream-name org-SECRETORG`, code }
    for (const [rawBody, stream] of [
      [JSON.stringify({ error }), false],
      [`data: ${JSON.stringify({ error })}\n\n`, true],
    ] as const) {
      stack.stub.respondWith({ rawBody })
      const response = await ask(model, { stream })
      expect(response.ok).toBe(false)
      const got = await gotFrom(response)
      for (const secret of SECRETS) expect(got).not.toContain(secret)
    }
  })

  it('nor with an error in the middle of a stream', async () => {
    const chunk = { id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' }
    const delta = { ...chunk, choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] }
    const error = { message: `${KEY} db01.corp.local real-upstream-name org-SECRETORG`, param: KEY, code: KEY }
    stack.stub.respondWith({ rawBody: `data: ${JSON.stringify(delta)}\n\ndata: ${JSON.stringify({ error })}\n\n` })
    const got = await gotFrom(await ask(model, { stream: true }))
    expect(got).toContain('upstream_error')
    for (const secret of SECRETS) expect(got).not.toContain(secret)
  })

  it('passes rate limits by name, and none that names its owner', async () => {
    const headers = {
      ...{ 'x-ratelimit-org': 'org-SECRETORG', 'x-ratelimit-limit-requests': '7', 'x-ratelimit-reset-tokens': '6m0s' },
      ...{ 'x-ratelimit-remaining-tokens': 'org-SECRETORG', 'x-ratelimit-limit-project': '9' },
    }
    stack.stub.respondWith({ fault: { type: 'status', status: 429, headers } })
    const response = await ask(model)
    const names = [...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit-'))
    // What the endpoint does not say of requests, the gateway says of its own quota.
    expect(names.sort()).toEqual([
      ...['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
      'x-ratelimit-reset-tokens',
    ])
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('7')
    expect(response.headers.get('x-ratelimit-reset-tokens')).toBe('6m0s')
  })

  it.each([
    ['context_length_exceeded', 400, 400],
    ['content_filter', 400, 400],
    ['insufficient_quota', 429, 429],
    ['rate_limit_exceeded', 429, 429],
    ['invalid_api_key', 400, 400],
  ])('keeps the code %s where clients act on it', async (code, status, expected) => {
    const error = { message: 'No.', param: 'messages', code }
    stack.stub.respondWith({ fault: { type: 'status', status, body: { error } } })
    const response = await ask(model)
    expect(response.status).toBe(expected)
    expect((await errorOf(response)).code).toBe(code === 'invalid_api_key' ? 'upstream_rejected' : code)
  })
})

it('passes harmless words and the member at fault where the endpoint is set to', async () => {
  const error = { message: 'max_tokens is\u0000 too large: 99999.', param: 'max_tokens', code: null }
  stack.stub.respondWith({ fault: { type: 'status', status: 400, body: { error } } })
  expect(await errorOf(await ask('open'))).toMatchObject({
    ...{ code: 'upstream_rejected', message: 'max_tokens is too large: 99999.', param: 'max_tokens' },
  })
  expect(await errorOf(await ask('quiet'))).toMatchObject({
    ...{ code: 'upstream_rejected', message: 'The model endpoint rejected the request.', param: 'max_tokens' },
  })
})

it('never shows a restored value in an error that quotes the prompt', async () => {
  const token = /EMAIL_ADDRESS_[0-9A-Z]{10}/
  let quoted = ''
  stack.stub.respondWith((request) => {
    quoted = token.exec(JSON.stringify(request.body))?.[0] ?? ''
    const error = { message: `Cannot read ${quoted}`, param: 'messages' }
    return { fault: { type: 'status', status: 400, body: { error } } }
  })
  const messages = [{ role: 'user', content: 'Write to maria.keller@example.com.' }]
  for (const model of ['open', 'quiet']) {
    const got = await gotFrom(await stack.post('alice', { model, messages }))
    expect(quoted).toMatch(token)
    expect(got).toContain('upstream_rejected')
    expect(got).not.toContain('keller')
  }
})

it('tells nothing at the embeddings operation either', async () => {
  const error = { message: `${KEY} real-upstream-name`, param: 'input' }
  stack.stub.respondWith({ fault: { type: 'status', status: 400, body: { error } } })
  const response = await fetch(`${stack.url}/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
    body: JSON.stringify({ model: 'vectors', input: 'Hello' }),
  })
  expect(await errorOf(response)).toMatchObject({ code: 'upstream_rejected', param: 'input' })
})
