import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ListenerStack, problemOf, SECRETS, signHeaders, startListenerStack } from '../testing/test-stack.ts'

const freezeAlice = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'test' }
const text = JSON.stringify(freezeAlice)
const nowSeconds = () => Math.floor(Date.now() / 1_000)

let stack: ListenerStack
let userKeys: string[]
beforeAll(async () => {
  stack = await startListenerStack(() => ({ SOAR_REFUSED_RECORDS_PER_MINUTE: '6000' }))
  await stack.beginSession({ tenant: 'default', sub: 'alice' })
  await stack.redisClient.hset('sluice:{sessions}:user:default:bob:freeze', {
    state: 'frozen',
    version: 1,
    changed_at_ms: 1,
  })
  userKeys = await freezes()
  expect(userKeys).toHaveLength(1)
}, 300_000)
afterAll(async () => await stack?.stop())

/** Lists each marker with its state, to see that no refused command has frozen or unfrozen anybody. */
async function freezes(): Promise<string[]> {
  const keys = await stack.redisClient.keys('sluice:{sessions}:*:freeze')
  return await Promise.all(keys.sort().map(async (key) => `${key} ${await stack.redisClient.hget(key, 'state')}`))
}

afterEach(async () => expect(await freezes()).toEqual(userKeys))

async function expectRefused(response: Response, status: number, code: string, says?: RegExp) {
  const problem = await problemOf(response)
  expect({ status: response.status, code: problem.code }).toEqual({ status, code })
  if (says !== undefined) expect(JSON.stringify(problem)).toMatch(says)
  if (status !== 401) return
  const isToken = code === 'token_invalid' || code === 'token_expired'
  expect(response.headers.get('www-authenticate')).toMatch(isToken ? /^Bearer error="invalid_token", / : /^Bearer$/)
}

describe('credentials', () => {
  it.each([
    ['none at all', () => ({}), 'credentials_missing', /webhook-signature/],
    ['an empty Authorization', () => ({ authorization: '' }), 'token_missing', /Bearer/],
    ['basic credentials', () => ({ authorization: 'Basic YTpi' }), 'token_missing', /Bearer/],
    ['a token that is none', () => ({ authorization: 'Bearer abc' }), 'token_invalid', undefined],
    [
      'a wrong secret',
      () => signHeaders(text, { secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }),
      'signature_invalid',
      undefined,
    ],
    [
      'a secret whose time is over',
      () => signHeaders(text, { secret: SECRETS.expired }),
      'signature_invalid',
      undefined,
    ],
    ['the signature of another body', () => signHeaders(`${text} `), 'signature_invalid', undefined],
    [
      'an old timestamp',
      () => signHeaders(text, { timestamp: nowSeconds() - 310 }),
      'signature_expired',
      /five minutes/,
    ],
    [
      'a future timestamp',
      () => signHeaders(text, { timestamp: nowSeconds() + 310 }),
      'signature_expired',
      /five minutes/,
    ],
    [
      'a moved timestamp',
      () => ({ ...signHeaders(text, { timestamp: nowSeconds() - 200 }), 'webhook-timestamp': String(nowSeconds()) }),
      'signature_invalid',
      undefined,
    ],
    ['another id', () => ({ ...signHeaders(text), 'webhook-id': 'msg_other' }), 'signature_invalid', undefined],
    [
      'a signature alone',
      () => ({ 'webhook-signature': signHeaders(text)['webhook-signature']! }),
      'signature_invalid',
      /webhook-id is missing/,
    ],
    ['an id alone', () => ({ 'webhook-id': 'msg_1' }), 'signature_invalid', /webhook-timestamp is missing/],
  ])('of %s are refused', async (_what, headers, code, says) => {
    await expectRefused(await stack.post(text, headers() as Record<string, string>), 401, code, says)
  })

  it.each([
    ['without a scope', {}, {}, 403, 'scope_missing'],
    ['with another scope', { scope: 'chat' }, {}, 403, 'scope_missing'],
    ['with a scope that begins like it', { scope: 'soar:read soarer' }, {}, 403, 'scope_missing'],
    ['with a scope that is no text', { scope: { soar: true } }, {}, 403, 'scope_missing'],
    ['that has expired', { scope: 'soar', exp: nowSeconds() - 60 }, {}, 401, 'token_expired'],
    ['of the future', { scope: 'soar', nbf: nowSeconds() + 600 }, {}, 401, 'token_invalid'],
    ['for another audience', { scope: 'soar', aud: 'urn:other' }, {}, 401, 'token_invalid'],
    ['of another issuer', { scope: 'soar', iss: 'https://other.example' }, {}, 401, 'token_invalid'],
    ['of a foreign key', { scope: 'soar' }, { key: 'foreign' }, 401, 'token_invalid'],
    ['signed with the public key', { scope: 'soar' }, { alg: 'HS256' }, 401, 'token_invalid'],
    ['without a signature', { scope: 'soar' }, { alg: 'none' }, 401, 'token_invalid'],
    ['that is an ID token', { scope: 'soar' }, { typ: 'JWT' }, 401, 'token_invalid'],
    ['of a client of endless name', { scope: 'soar', azp: 'x'.repeat(201) }, {}, 401, 'token_invalid'],
  ] as const)('of a token %s are refused', async (_what, claims, overrides, status, code) => {
    const token = await stack.oidc.mint(claims, overrides)
    await expectRefused(await stack.post(text, { authorization: `Bearer ${token}` }), status, code)
  })

  it('that are both wrong are refused, and a wrong signature is not saved by a right token', async () => {
    const wrong = signHeaders(text, { secret: SECRETS.expired })
    for (const token of ['abc', await stack.oidc.mint({ scope: 'soar' })]) {
      const response = await stack.post(text, { ...wrong, authorization: `Bearer ${token}` })
      await expectRefused(response, 401, 'signature_invalid')
    }
  })
})

describe('bodies', () => {
  const signed = (body: string | Buffer, headers = {}) => stack.post(body, { ...signHeaders(body), ...headers })

  it.each([
    ['no JSON', '{"command":', 400, 'invalid_json'],
    ['nothing', '', 400, 'invalid_json'],
    ['two values', `${text}${text}`, 400, 'invalid_json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_encoding'],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 400, 'invalid_encoding'],
    ['a deep nest', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400, 'request_too_deep'],
    ['too much', JSON.stringify({ ...freezeAlice, reason: 'x'.repeat(17_000) }), 413, 'request_too_large'],
  ])('of %s are refused', async (_what, body, status, code) => {
    await expectRefused(await signed(body), status, code)
  })

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/jsonp', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('of type %s with %j are refused', async (type, headers) => {
    await expectRefused(await signed(text, { 'content-type': type, ...headers }), 415, 'unsupported_media_type')
  })

  it('without a length are cut at the bound, before the signature is looked at', async () => {
    const { port } = new URL(stack.url)
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...signHeaders(text) }
      const outgoing = request({ port, path: '/soar/command', method: 'POST', headers }, (incoming) => {
        incoming.resume()
        resolve(incoming.statusCode)
      })
      outgoing.on('error', reject)
      for (let i = 0; i < 20; i += 1) outgoing.write('x'.repeat(1_024))
      outgoing.end()
    })
    expect(status).toBe(413)
  })

  it('may name a charset', async () => {
    const unknown = JSON.stringify({ ...freezeAlice, user: { sub: 'nobody' } })
    await expectRefused(
      await signed(unknown, { 'content-type': 'Application/JSON; charset=utf-8' }),
      404,
      'user_not_found',
    )
  })
})

describe('commands', () => {
  const without = (member: string) =>
    Object.fromEntries(Object.entries(freezeAlice).filter(([name]) => name !== member))

  it.each([
    ['an array', [freezeAlice], /body/],
    ['null', null, /body/],
    ['no command', without('command'), /"body\.command".*freeze_user, freeze_session, unfreeze_user/],
    ['an unknown command', { ...freezeAlice, command: 'thaw_user' }, /"body\.command".*freeze_user/],
    ['a command in capitals', { ...freezeAlice, command: 'FREEZE_USER' }, /"body\.command"/],
    ['a command of Object.prototype', { ...freezeAlice, command: 'constructor' }, /"body\.command"/],
    ['no user', without('user'), /"body\.user"/],
    ['a user as text', { ...freezeAlice, user: 'alice' }, /"body\.user"/],
    ['an empty user', { ...freezeAlice, user: {} }, /exactly one/],
    ['a user named twice', { ...freezeAlice, user: { sub: 'alice', email: 'bob@example.com' } }, /exactly one/],
    ['a user with another member', { ...freezeAlice, user: { sub: 'alice', name: 'x' } }, /"body\.user".*name/],
    ['an empty sub', { ...freezeAlice, user: { sub: '' } }, /"body\.user\.sub"/],
    ['a null sub', { ...freezeAlice, user: { sub: null } }, /"body\.user\.sub"/],
    ['a long sub', { ...freezeAlice, user: { sub: 'x'.repeat(257) }, force: true }, /"body\.user\.sub"/],
    ['a sub with a NUL', { ...freezeAlice, user: { sub: 'ali\u0000ce' }, force: true }, /control characters/],
    ['a sub of half a character', { ...freezeAlice, user: { sub: 'x\ud800' }, force: true }, /control characters/],
    ['no reason', without('reason'), /"body\.reason"/],
    ['an empty reason', { ...freezeAlice, reason: '' }, /"body\.reason"/],
    ['a blank reason', { ...freezeAlice, reason: ' \n ' }, /"body\.reason".*blank/],
    ['a long reason', { ...freezeAlice, reason: 'x'.repeat(1_001) }, /"body\.reason"/],
    ['an unknown member', { ...freezeAlice, users: [] }, /users/],
    [
      'a member of Object.prototype',
      JSON.parse('{"__proto__":{},"command":"freeze_user","user":{"sub":"alice"},"reason":"x"}'),
      /proto/,
    ],
    ['an empty tenant', { ...freezeAlice, tenant: '' }, /"body\.tenant"/],
    ['a long incident id', { ...freezeAlice, incident_id: 'x'.repeat(257) }, /"body\.incident_id"/],
    ['force as text', { ...freezeAlice, force: 'true' }, /"body\.force"/],
    ['force with unfreeze_user', { ...freezeAlice, command: 'unfreeze_user', force: true }, /force/],
    ['force with freeze_session', { command: 'freeze_session', session_id: 1, reason: 'x', force: true }, /force/],
    ['a session for freeze_user', { ...freezeAlice, session_id: 1 }, /session_id/],
    ['no session for freeze_session', { ...freezeAlice, command: 'freeze_session' }, /"body\.session_id"/],
    ['a session as text', { command: 'freeze_session', session_id: '1', reason: 'x' }, /"body\.session_id"/],
    ['session 0', { command: 'freeze_session', session_id: 0, reason: 'x' }, /"body\.session_id"/],
    ['half a session', { command: 'freeze_session', session_id: 1.5, reason: 'x' }, /"body\.session_id"/],
    [
      'a session beyond all numbers',
      { command: 'freeze_session', session_id: 1e300, reason: 'x' },
      /"body\.session_id"/,
    ],
    ['an idempotency key with a blank', { ...freezeAlice, idempotency_key: 'a b' }, /"body\.idempotency_key"/],
  ])('with %s are refused, and the fault is named', async (_what, command, says) => {
    await expectRefused(await stack.command(command as object), 400, 'invalid_request', says)
  })

  it.each([
    ['that differs from the member', { idempotency_key: 'a' }, 'b', /differs/],
    ['that is too long', {}, 'x'.repeat(256), /idempotency-key/],
    ['that is empty in quotes', {}, '""', /idempotency-key/],
  ])('with a key in the header %s are refused', async (_what, more, key, says) => {
    const response = await stack.command({ ...freezeAlice, ...more }, { 'idempotency-key': key })
    await expectRefused(response, 400, 'invalid_request', says)
  })

  it('by another method or elsewhere are refused', async () => {
    expect((await fetch(`${stack.url}/soar/command`)).status).toBe(405)
    expect((await fetch(`${stack.url}/soar/commands`, { method: 'POST' })).status).toBe(404)
  })
})

describe('what was refused', () => {
  it('is on record, with the actor where the sender is proven', async () => {
    await stack.takeRecords()
    await stack.post(text, { authorization: 'Bearer abc' })
    await stack.command({ ...freezeAlice, command: 'thaw_user' })
    const records = await stack.takeRecords()
    expect(records).toEqual([
      expect.objectContaining({
        event: 'soar.refused',
        actor: 'soar:unknown',
        details: { code: 'token_invalid', suppressed: 0 },
      }),
      expect.objectContaining({
        event: 'soar.refused',
        actor: 'soar:xsoar',
        details: { code: 'invalid_request', suppressed: 0 },
      }),
    ])
    expect(JSON.stringify(records)).not.toContain('thaw_user')
    const metrics = await (await fetch(`${stack.url}/metrics`)).text()
    expect(metrics).toMatch(/sluice_soar_refused_total\{[^}]*code="signature_invalid"[^}]*\} [1-9]/)
  })

  it('leaves no trace of a signature or a secret in the log', async () => {
    const headers = signHeaders(text, { secret: SECRETS.expired })
    await stack.post(text, headers)
    for (const secret of [headers['webhook-signature']!, ...Object.values(SECRETS).map((one) => one.slice(6))]) {
      expect(stack.logged()).not.toContain(secret)
    }
  })

  it('may not say which part of a signature was right', async () => {
    const right = signHeaders(text)
    const almost = Buffer.from(right['webhook-signature']!.slice(3), 'base64')
    almost[31]! ^= 1
    const zero = createHmac('sha256', randomUUID()).digest('base64')
    const details = await Promise.all(
      [almost.toString('base64'), zero].map(async (signature) => {
        const response = await stack.post(text, { ...right, 'webhook-signature': `v1,${signature}` })
        return { ...(await problemOf(response)), request_id: '' }
      }),
    )
    expect(details[0]).toEqual(details[1])
  })
})
