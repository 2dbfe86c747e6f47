import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, createRedisSessionStore } from '@sluice/sessions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/** Values that every body carries, and that no log may ever hold. */
const MARKS = ['leak.canary@example.org', '4111111111111111', 'Canaria Leakington', 'leaky-content']
const TEXT = MARKS.join(' ')
const message = { role: 'user', content: TEXT }
const good = { model: 'stub-model', messages: [message] }

let stack: GatewayStack

/** Every body has its way here, and in a thread. */
describe.each([
  ['here', '65536'],
  ['in a thread', '0'],
])('%s', (_where, localBodyBytes) => {
  beforeAll(async () => {
    stack = await startGatewayStack(() => ({ MAX_BODY_BYTES: '4194304', LOCAL_BODY_BYTES: localBodyBytes }))
  })
  afterAll(() => stack.stop())
  beforeEach(() => stack.stub.reset())

  /** A body of about this many bytes. */
  const bodyOf = (bytes: number) =>
    JSON.stringify({ ...good, messages: [{ ...message, content: TEXT.repeat(bytes / TEXT.length) }] })

  /** JSON with arrays this deep inside one another. */
  const nested = (depth: number) =>
    `{"model":"stub-model","messages":[{"role":"user","content":"${TEXT}"}],"x":${'['.repeat(depth)}${']'.repeat(depth)}}`

  const BODIES: [name: string, body: string | Uint8Array | object, status: number, code: string, param?: string][] = [
    ['malformed JSON', `{"model":"stub-model","messages":[{"content":"${TEXT}"`, 400, 'invalid_json'],
    ['an empty body', '', 400, 'invalid_json'],
    ['JSON that is no object', JSON.stringify(TEXT), 400, 'invalid_request'],
    ['an array', [TEXT], 400, 'invalid_request'],
    ['messages of a wrong type', { ...good, messages: TEXT }, 400, 'invalid_request', 'messages'],
    [
      'content of a wrong type',
      { ...good, messages: [{ ...message, content: { TEXT } }] },
      400,
      'invalid_request',
      'messages[0].content',
    ],
    [
      'a role of its own',
      { ...good, messages: [{ ...message, role: TEXT }] },
      400,
      'invalid_request',
      'messages[0].role',
    ],
    ['a temperature as text', { ...good, temperature: TEXT }, 400, 'invalid_request', 'temperature'],
    ['a card number as seed', { ...good, seed: 4111111111111111 }, 400, 'invalid_request', 'seed'],
    ['a card number as max_tokens', { ...good, max_tokens: 4111111111111111 }, 400, 'invalid_request', 'max_tokens'],
    ['no messages', { ...good, messages: [] }, 400, 'invalid_request', 'messages'],
    [
      '10,000 messages',
      { ...good, messages: Array(10_000).fill({ role: 'user', content: 'leaky-content' }) },
      400,
      'invalid_request',
      'messages',
    ],
    ['a body of 5 MB', bodyOf(5_000_000), 413, 'request_too_large'],
    ['parts nested 100 deep', nested(100), 400, 'request_too_deep'],
    ['parts nested 200,000 deep', nested(200_000), 400, 'request_too_deep'],
    [
      'invalid UTF-8',
      new Uint8Array([...Buffer.from(`{"model":"${TEXT}`), 0xc3, 0x28, 0x22, 0x7d]),
      400,
      'invalid_encoding',
    ],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(good)}`, 'utf16le'), 400, 'invalid_encoding'],
    ['an unknown model', { ...good, model: 'nope' }, 404, 'model_not_found', 'model'],
  ]

  /** What must hold after each refusal: the body's shape, no upstream call, nothing in the log. */
  async function expectRefusal(response: Response, status: number, code: string, param: string | null = null) {
    const error = await errorOf(response)
    expect(error).toMatchObject({ param, code })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(/\S/)
    expect(stack.stub.requestCount).toBe(0)
    for (const mark of MARKS) {
      expect(stack.logged()).not.toContain(mark)
      expect(JSON.stringify(error)).not.toContain(mark)
    }
    return error
  }

  describe('a body', () => {
    it.each(BODIES)('with %s', async (_name, body, status, code, param) => {
      const response = await stack.post('alice', body)
      expect(response.headers.get('x-should-retry')).toBe('false')
      await expectRefusal(response, status, code, param)
    })

    it('with content of a wrong type is told what content is', async () => {
      const response = await stack.post('alice', { ...good, messages: [message, { role: 'user', content: 5 }] })
      const { message: says } = await expectRefusal(response, 400, 'invalid_request', 'messages[1].content')
      expect(says).toBe('messages[1].content: Invalid input: expected string, array or null')
    })

    it('of 5 MB without a length', async () => {
      const response = await fetch(`${stack.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await stack.tokenFor('alice')}` },
        body: new Blob([bodyOf(5_000_000)]).stream(),
        duplex: 'half',
      } as RequestInit)
      const { message } = await expectRefusal(response, 413, 'request_too_large')
      expect(message).toMatch(/longer than 4194304 bytes\..*MAX_BODY_BYTES/)
    })

    it('that is compressed', async () => {
      const response = await stack.post('alice', gzipSync(JSON.stringify(good)), { 'content-encoding': 'gzip' })
      await expectRefusal(response, 415, 'unsupported_media_type')
    })

    it('that stops in the middle leaves nothing behind', async () => {
      const { port } = stack.service
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await stack.tokenFor('alice')}\r\n` +
          `content-length: 1000\r\n\r\n{"model":"${TEXT}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.destroy()
      expect((await fetch(`${stack.url}/health/live`)).status).toBe(200)
      expect(stack.stub.requestCount).toBe(0)
      for (const mark of MARKS) expect(stack.logged()).not.toContain(mark)
    })
  })

  it('refuses a body of endless one-byte chunks, and reads no further', async () => {
    const { port } = new URL(stack.url)
    const socket = connect(Number(port), '127.0.0.1')
    // Written on after the gateway has closed the connection.
    socket.on('error', () => undefined)
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await stack.tokenFor('alice')}\r\n` +
        'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    const chunks = '1\r\n \r\n'.repeat(1_000)
    const writing = setInterval(() => socket.write(chunks), 5)
    let answer = ''
    socket.on('data', (part: Buffer) => {
      answer += part.toString('utf8')
    })
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(writing)
    expect(answer).toContain(' 400 ')
    expect(answer).toContain('too many small pieces')
  })

  describe('a token', () => {
    const withToken = async (authorization: string | undefined) =>
      stack.post(undefined, good, authorization === undefined ? {} : { authorization })
    const payloadOf = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')

    it.each<[string, () => Promise<string | undefined> | string | undefined, string]>([
      ['that is missing', () => undefined, 'token_missing'],
      ['of another scheme', () => 'Basic YTpi', 'token_missing'],
      ['that is no token', () => 'Bearer not-a-token', 'token_invalid'],
      [
        'that has expired',
        async () => `Bearer ${await stack.oidc.tokenFor('alice', { expiresInSeconds: -60 })}`,
        'token_expired',
      ],
      [
        'with a changed payload',
        async () =>
          (await stack.tokenFor('bob'))
            .replace(/\.[^.]+\./, `.${payloadOf({ sub: 'alice' })}.`)
            .replace(/^/, 'Bearer '),
        'token_invalid',
      ],
    ])('%s is 401', async (_name, authorization, code) => {
      const response = await withToken(await authorization())
      const challenge = code === 'token_missing' ? /^Bearer$/ : /^Bearer error="invalid_token", error_description=/
      expect(response.headers.get('www-authenticate')).toMatch(challenge)
      await expectRefusal(response, 401, code)
    })

    it.each<[string, Caller]>([
      ['that has been deactivated', 'gone'],
      ['that the Users store does not know', 'stranger'],
    ])('of a user %s is 403', async (_name, caller) => {
      await expectRefusal(await stack.post(caller, good), 403, 'user_not_active')
    })
  })

  describe('a token whose user stands in another claim', () => {
    let url: string
    beforeAll(async () => {
      url = (await stack.another({ OIDC_SUBJECT_CLAIM: 'oid' })).url
    })
    const withClaims = async (claims: Record<string, unknown>) => {
      const authorization = `Bearer ${await stack.oidc.mint({ sub: 'alice', ...claims })}`
      return await fetch(`${url}/v1/models`, { headers: { authorization } })
    }

    it.each([
      ['alice', 200],
      ['gone', 403],
    ])('is that of %s: %i', async (oid, status) => {
      expect((await withClaims({ sub: 'pairwise', oid })).status).toBe(status)
    })

    it.each([
      ['that is absent', {}],
      ['that is no text', { oid: 7 }],
    ])('%s is 401', async (_what, claims) => {
      await expectRefusal(await withClaims(claims), 401, 'token_invalid')
    })
  })

  describe('a session', () => {
    const sessionOf = async (caller: Caller) => {
      const body = await completionOf(
        await stack.post(caller, { ...good, messages: [{ role: 'user', content: 'hello' }] }),
      )
      stack.stub.reset()
      return body.service_metadata.session_id as number
    }

    it('of another user is 403, like one that does not exist', async () => {
      const id = await sessionOf('bob')
      const foreign = await stack.post('alice', good, { 'x-session-id': String(id) })
      await expectRefusal(foreign, 403, 'session_not_permitted')
      const missing = await stack.post('alice', good, { 'x-session-id': '999999' })
      await expectRefusal(missing, 403, 'session_not_permitted')
    })

    it('named badly is 400', async () => {
      await expectRefusal(
        await stack.post('alice', good, { 'x-session-id': '../etc' }),
        400,
        'invalid_request',
        'x-session-id',
      )
    })

    it('of its owner is continued, by number and by name', async () => {
      const id = await sessionOf('alice')
      const again = await stack.post(
        'alice',
        { ...good, messages: [{ role: 'user', content: 'again' }] },
        { 'x-session-id': String(id) },
      )
      expect((await completionOf(again)).service_metadata.session_id).toBe(id)
      const named = async () =>
        (
          await stack.post(
            'alice',
            { ...good, messages: [{ role: 'user', content: 'named' }] },
            { 'x-session-id': 'run-7' },
          )
        ).headers.get('x-session-id')
      expect(await named()).toBe(await named())
      expect(await named()).not.toBe(String(id))
    })

    it('that is frozen is 403, and the official client does not retry', async () => {
      const id = await sessionOf('alice')
      const redis = createRedis(stack.redis.url)
      await new Promise((resolve) => redis.once('ready', resolve))
      const connection = connectSessions({
        redis,
        redisUrl: stack.redis.url,
        clock: systemClock,
        onError: () => undefined,
      })
      const sessions = createRedisSessionStore({ redis })
      const control = createFreezeControl({ connection, sessions, outbox: { append: async () => {} }, service: 'test' })
      const ref = { tenant: 'default', sub: 'alice', sessionId: id }
      await control.freezeSession(ref, { reason: 'test', actor: 'test' })
      try {
        const response = await stack.post('alice', good)
        expect(response.headers.get('x-should-retry')).toBe('false')
        await expectRefusal(response, 403, 'session_frozen')
        await control.unfreezeSession(ref, { reason: 'test', actor: 'test' })
        expect((await stack.post('alice', { ...good, messages: [{ role: 'user', content: 'free' }] })).status).toBe(200)
      } finally {
        control.close()
        redis.disconnect()
      }
    })
  })
})
