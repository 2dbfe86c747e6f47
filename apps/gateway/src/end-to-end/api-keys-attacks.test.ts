import { apiKeyClient } from '@sluice/contracts'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { everythingStored, storeKey } from '../testing/stored-keys.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* What somebody tries who has an API key that may less than its owner. */

let stack: GatewayStack
let control: FreezeControl

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    CACHE_TTL_MS: '0',
    ENDPOINTS: JSON.stringify([
      {
        ...{ name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7 },
        models: ['stub-model', 'other-model'],
        embeddingModels: ['vectors'],
      },
    ]),
  }))
  const redis = stack.redisClient
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  control = createFreezeControl({ connection, sessions: stack.sessions, outbox, service: 'test' })
}, 300_000)
afterAll(async () => {
  control?.close()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

interface Sent {
  readonly body?: object
  readonly method?: string
  readonly headers?: Record<string, string>
}

function ask(text: string, path: string, { body, method, headers = {} }: Sent = {}) {
  return fetch(`${stack.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const made = z.looseObject({ id: z.string(), service_metadata: z.looseObject({ approval_required: z.boolean() }) })
const said = { messages: [{ role: 'user', content: 'Count, please.' }] }

async function madeBy(text: string, path: string, body: object) {
  const response = await ask(text, path, { body })
  expect(response.status).toBe(200)
  return made.parse(await response.json())
}

describe('a key that is limited to a model', () => {
  it('sees, continues and deletes no response of another model', async () => {
    const { text: whole } = await storeKey(stack.database)
    const { text: limited } = await storeKey(stack.database, { models: ['stub-model'] })
    const { id } = await madeBy(whole, '/v1/responses', { model: 'other-model', input: 'Count, please.' })
    const path = `/v1/responses/${id}`
    const next = { model: 'stub-model', input: 'And then?', previous_response_id: id }
    const item = { model: 'stub-model', input: [{ type: 'item_reference', id: `${id.replace('resp_', 'msg_')}_0` }] }
    const tries = [
      ask(limited, path),
      ask(limited, `${path}/input_items`),
      ask(limited, path, { method: 'DELETE' }),
      ask(limited, '/v1/responses', { body: next }),
      ask(limited, '/v1/responses', { body: item }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await ask(whole, path)).status).toBe(200)
    const own = await madeBy(limited, '/v1/responses', { model: 'stub-model', input: 'Count, please.' })
    expect((await ask(limited, `/v1/responses/${own.id}`)).status).toBe(200)
    expect((await ask(limited, `/v1/responses/${own.id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it.each([
    ['/v1/chat/completions', said],
    ['/v1/messages', { ...said, max_tokens: 10 }],
    ['/v1/responses', { input: 'Count, please.' }],
  ])('sees no answer of another model that waits for a human: %s', async (path, body) => {
    const { text: whole } = await storeKey(stack.database)
    const { text: limited } = await storeKey(stack.database, { models: ['stub-model'] })
    const risky = JSON.parse(JSON.stringify(body).replace('Count, please.', 'Delete the production database.'))
    const { id, service_metadata: metadata } = await madeBy(whole, path, { ...risky, model: 'other-model' })
    expect(metadata.approval_required).toBe(true)
    expect((await ask(limited, `${path}/${id}`)).status).toBe(404)
    expect((await ask(whole, `${path}/${id}`)).status).toBe(200)
  })

  it('names no other on any wire, in any words', async () => {
    const { text } = await storeKey(stack.database, { models: ['stub-model'] })
    const paths: readonly (readonly [string, object])[] = [
      ['/v1/chat/completions', said],
      ['/v1/completions', { prompt: 'Count, please.' }],
      ['/v1/responses', { input: 'Count, please.' }],
      ['/v1/messages', { ...said, max_tokens: 10 }],
      ['/v1/messages/count_tokens', said],
      ['/v1/embeddings', { input: 'Count, please.' }],
    ]
    for (const [path, body] of paths) {
      for (const model of [
        'other-model',
        'stub/stub-model',
        'STUB-MODEL',
        ' stub-model',
        'vectors',
        'stub-model\u0000',
      ]) {
        expect([path, model, (await ask(text, path, { body: { ...body, model } })).status]).toEqual([path, model, 404])
      }
    }
    expect(stack.stub.requestCount).toBe(0)
    expect((await ask(text, '/v1/models/other-model')).status).toBe(404)
    expect(await (await ask(text, '/v1/models')).json()).toMatchObject({ data: [{ id: 'stub-model' }] })
  })
})

describe('a key that is limited to a wire', () => {
  it.each([
    [
      ['embeddings'],
      ['/v1/chat/completions', '/v1/completions', '/v1/messages', '/v1/messages/count_tokens', '/v1/responses'],
    ],
    [['chat'], ['/v1/messages', '/v1/messages/count_tokens', '/v1/responses', '/v1/embeddings']],
    [['messages'], ['/v1/chat/completions', '/v1/completions', '/v1/responses', '/v1/embeddings']],
  ] as const)('opens no other: %j', async (wires, paths) => {
    const { text } = await storeKey(stack.database, { wires: [...wires] })
    for (const path of paths) {
      for (const name of [path, path.replace('/v1', '//v1'), `${path}?beta=true`, `${path}/`]) {
        const { status } = await ask(text, name, { body: { ...said, model: 'stub-model', input: 'x', prompt: 'x' } })
        expect([name, [403, 404, 501].includes(status)]).toEqual([name, true])
      }
    }
    for (const [path, method] of [
      ['/v1/responses/resp_x', 'DELETE'],
      ['/v1/messages/msg_x', 'GET'],
      ['/v1/chat/completions/chatcmpl-x', 'GET'],
    ] as const) {
      if (wires.some((wire) => path.includes(wire))) continue
      expect([path, (await ask(text, path, { method })).status]).toEqual([path, 403])
    }
    expect(stack.stub.requestCount).toBe(0)
  })
})

describe('a revoked key', () => {
  it.each([
    ['/v1/chat/completions', said],
    ['/v1/completions', { prompt: 'Count, please.' }],
    ['/v1/messages', { ...said, max_tokens: 10 }],
    ['/v1/responses', { input: 'Count, please.' }],
  ])('ends its streams on every wire: %s', async (path, body) => {
    const { text, id } = await storeKey(stack.database)
    stack.stub.respondWith({ text: 'one two three four' })
    const gate = stack.stub.pauseAfter(2)
    const response = await ask(text, path, { body: { ...body, model: 'stub-model', stream: true } })
    const reading = response.text()
    await gate.reached
    const client = { tenant: 'default', sub: 'alice', client: apiKeyClient(id) }
    await control.revokeClient(client, { reason: 'found', actor: 'user:carol' }, { key: id })
    const received = await reading.catch(() => 'cut off')
    expect(received).toMatch(/revoked|cut off/)
    expect(received).not.toMatch(/three|four|\[DONE\]|message_stop|response\.completed/)
  })
})

// What its caller writes as content (a prompt, a reason) is another matter: no recognizer knows secrets yet.
it('A key is repeated nowhere, in whatever place its caller shows it.', async () => {
  const { text, id } = await storeKey(stack.database, { wires: ['chat'] })
  const secret = text.slice('sk-sluice-'.length + id.length + 1)
  const token = await stack.tokenFor('alice')
  const answers: string[] = []
  const tries: readonly (readonly [string, string, Sent])[] = [
    [token, `/v1/models?api_key=${text}`, {}],
    [token, `/v1/models/${text}`, {}],
    [token, `/v1/responses/${text}?stream=${text}`, {}],
    [token, `/v1/${text}`, {}],
    [token, `/v1/images/generations?key=${text}`, { body: {} }],
    [token, `/v1beta/models/gemini:generateContent?key=${text}`, { body: {} }],
    [token, '/v1/models', { headers: { 'x-request-id': text } }],
    [token, '/v1/models', { headers: { cookie: `key=${text}`, 'user-agent': text } }],
    [token, '/v1/chat/completions', { body: { ...said, model: text } }],
    [token, '/v1/chat/completions', { body: { ...said, model: 'stub-model', temperature: text } }],
    [token, '/v1/chat/completions', { body: { ...said, model: 'stub-model', tools: [{ type: text }] } }],
    [token, '/v1/chat/completions', { body: { messages: [{ role: text, content: 'x' }], model: 'stub-model' } }],
    [token, '/v1/chat/completions', { body: { ...said, model: 'stub-model' }, headers: { 'x-session-id': text } }],
    [
      token,
      '/v1/chat/completions',
      { body: { ...said, model: 'stub-model' }, headers: { 'x-session-id': text.slice(-50) } },
    ],
    [token, '/v1/chat/completions', { body: { ...said, model: 'stub-model' }, headers: { traceparent: text } }],
    [`${text} ${text}`, '/v1/models', {}],
    [text.toUpperCase(), '/v1/models', {}],
  ]
  for (const [credential, path, sent] of tries) answers.push(await (await ask(credential, path, sent)).text())
  const basic = Buffer.from(`key:${text}`).toString('base64')
  await ask(token, '/v1/models', { headers: { authorization: `Basic ${basic}` } })
  const upstream = JSON.stringify(stack.stub.requests)
  const stored = await everythingStored(stack.redisClient, stack.database)
  for (const [name, where] of Object.entries({ stored, log: stack.logged(), upstream })) {
    expect([name, where.includes(secret.slice(0, 20))]).toEqual([name, false])
    expect([name, where.includes(basic)]).toEqual([name, false])
  }
})
