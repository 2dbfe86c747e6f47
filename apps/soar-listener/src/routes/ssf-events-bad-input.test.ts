import { UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AUTHORIZATION, type SignalsStack, startSignalsStack } from '../testing/signals-stack.ts'
import { CAEP_SESSION_REVOKED, RECEIVER, RISC_ACCOUNT_DISABLED, type TestTransmitter } from '../testing/transmitter.ts'

let stack: SignalsStack
beforeAll(async () => {
  stack = await startSignalsStack()
}, 300_000)
afterEach(async () => {
  await stack.unfreezeAll()
  await stack.takeRecords()
})
afterAll(async () => await stack?.stop())

const errorSchema = z.strictObject({ err: z.string(), description: z.string().min(1) })

async function expectRefused(response: Response, err: string, says?: RegExp, status = 400) {
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-language')).toBe('en')
  const error = errorSchema.parse(await response.json())
  expect({ status: response.status, err: error.err }).toEqual({ status, err })
  if (says !== undefined) expect(error.description).toMatch(says)
}

describe('a token', () => {
  const nowSeconds = () => Math.floor(Date.now() / 1_000)
  const signed = (changes: Parameters<TestTransmitter['sign']>[2]) =>
    stack.free.sign(CAEP_SESSION_REVOKED, stack.ofAlice(), changes)
  const unsecured = () => {
    const [, payload = ''] = new UnsecuredJWT({
      iss: stack.free.issuer,
      aud: RECEIVER,
      iat: nowSeconds(),
      jti: 'x',
      sub_id: stack.ofAlice(),
      events: { [CAEP_SESSION_REVOKED]: {} },
    })
      .encode()
      .split('.')
    return `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'secevent+jwt' })).toString('base64url')}.${payload}.`
  }

  it.each([
    ['is nothing', () => '', 'invalid_request'],
    ['is JSON', () => '{"iss":"x"}', 'invalid_request'],
    ['is no JWT', () => 'a.b.c', 'invalid_request'],
    ['is encrypted', () => 'a.b.c.d.e', 'invalid_request'],
    ['is not signed', unsecured, 'invalid_key'],
    ['is signed by a foreign key', () => signed({ foreignKey: true }), 'invalid_key'],
    ['is signed by an unknown key', () => signed({ header: { kid: 'nobody' } }), 'invalid_key'],
    ['is of another type', () => signed({ header: { typ: 'JWT' } }), 'invalid_request'],
    ['is an access token by type', () => signed({ header: { typ: 'at+jwt' } }), 'invalid_request'],
    ['has no type', () => signed({ header: { typ: undefined } }), 'invalid_request'],
    ['has a type that is a number', () => signed({ header: { typ: 1 } }), 'invalid_request'],
    ['is of an unknown issuer', () => signed({ claims: { iss: 'https://other.example' } }), 'invalid_issuer'],
    [
      'is of an issuer that differs by a slash',
      () => signed({ claims: { iss: `${stack.free.issuer}/` } }),
      'invalid_issuer',
    ],
    ['is of no issuer', () => signed({ claims: { iss: undefined } }), 'invalid_issuer'],
    ['claims to be of the login issuer', () => signed({ claims: { iss: stack.loginIssuer } }), 'invalid_key'],
    ['is for another audience', () => signed({ claims: { aud: 'https://other.example' } }), 'invalid_audience'],
    ['is for no audience', () => signed({ claims: { aud: undefined } }), 'invalid_audience'],
    ['is too old', () => signed({ claims: { iat: nowSeconds() - 86_400 - 70 } }), 'invalid_request'],
    ['comes from the future', () => signed({ claims: { iat: nowSeconds() + 70 } }), 'invalid_request'],
    ['does not say when it was issued', () => signed({ claims: { iat: undefined } }), 'invalid_request'],
    ['was issued at no number', () => signed({ claims: { iat: 'now' } }), 'invalid_request'],
    ['has expired', () => signed({ claims: { exp: nowSeconds() - 70 } }), 'invalid_request'],
    ['has no id', () => signed({ claims: { jti: undefined } }), 'invalid_request'],
    ['has an id that is no text', () => signed({ claims: { jti: 7 } }), 'invalid_request'],
    ['has an endless id', () => signed({ claims: { jti: 'x'.repeat(257) } }), 'invalid_request'],
    ['has no events', () => signed({ claims: { events: undefined } }), 'invalid_request'],
    ['has an empty set of events', () => signed({ claims: { events: {} } }), 'invalid_request'],
    ['has a list of events', () => signed({ claims: { events: [CAEP_SESSION_REVOKED] } }), 'invalid_request'],
    [
      'has an event that is no object',
      () => signed({ claims: { events: { [CAEP_SESSION_REVOKED]: true } } }),
      'invalid_request',
    ],
    [
      'has too many events',
      () => signed({ claims: { events: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`e${i}`, {}])) } }),
      'invalid_request',
    ],
  ])('that %s is refused', async (_fault, token, err) => {
    await expectRefused(await stack.push(await token()), err)
    expect(await stack.frozenUsers()).toEqual([])
  })

  it.each([
    ['nobody', undefined, 'invalid_request', /sub_id/],
    ['null', null, 'invalid_request', undefined],
    ['a text', 'alice', 'invalid_request', /iss_sub, email, opaque/],
    ['an empty object', {}, 'invalid_request', undefined],
    [
      'an unknown format',
      { format: 'phone_number', phone_number: '+12065550100' },
      'invalid_request',
      /iss_sub, email/,
    ],
    [
      'the name of a draft for the format',
      { subject_type: 'email', email: 'alice@example.com' },
      'invalid_request',
      undefined,
    ],
    ['an iss_sub without sub', { format: 'iss_sub', iss: 'x' }, 'invalid_request', undefined],
    [
      'an iss_sub of another issuer',
      { format: 'iss_sub', iss: 'https://other.example', sub: 'alice' },
      'access_denied',
      undefined,
    ],
    ['an iss_sub of a control character', { format: 'opaque', id: 'ali\u0000ce' }, 'invalid_request', undefined],
    ['an empty e-mail address', { format: 'email', email: '' }, 'invalid_request', undefined],
    [
      'a complex one without a user',
      { format: 'complex', session: { format: 'opaque', id: 's' } },
      'invalid_request',
      undefined,
    ],
    [
      'a complex one inside another',
      { user: { format: 'complex', user: { format: 'opaque', id: 'alice' } } },
      'invalid_request',
      undefined,
    ],
  ])('about %s is refused', async (_whom, subject, err, says) => {
    await expectRefused(await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, subject)), err, says)
    expect(await stack.frozenUsers()).toEqual([])
  })

  it('is applied whole or not at all', async () => {
    const claims = {
      events: {
        [CAEP_SESSION_REVOKED]: { subject: stack.ofAlice() },
        [RISC_ACCOUNT_DISABLED]: { subject: { format: 'did' } },
      },
    }
    await expectRefused(await stack.push(await stack.free.sign('', undefined, { claims })), 'invalid_request')
    expect(await stack.frozenUsers()).toEqual([])
  })

  it('in a way of naming that its transmitter may not use is refused', async () => {
    const token = await stack.strict.sign(CAEP_SESSION_REVOKED, stack.ofAlice())
    await expectRefused(await stack.push(token, { authorization: AUTHORIZATION }), 'invalid_request', /one of: email/)
  })

  it.each([
    ['no Authorization', {}],
    ['another Authorization', { authorization: `${AUTHORIZATION}x` }],
  ])('with %s is refused where one was agreed', async (_what, headers) => {
    const token = await stack.strict.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'mia@example.com' })
    await expectRefused(await stack.push(token, headers as Record<string, string>), 'authentication_failed')
    expect(await stack.frozenUsers()).toEqual([])
  })

  it.each([
    ['of another type', { 'content-type': 'application/jwt' }, 415],
    ['of JSON', { 'content-type': 'application/json' }, 415],
    ['with an encoding', { 'content-encoding': 'gzip' }, 415],
  ])('in a body %s is refused', async (_what, headers, status) => {
    await expectRefused(
      await stack.push(await signed({}), headers as Record<string, string>),
      'invalid_request',
      undefined,
      status,
    )
    expect(await stack.frozenUsers()).toEqual([])
  })

  it('in a body that is too large is refused', async () => {
    const token = await signed({ claims: { padding: 'x'.repeat(40_000) } })
    await expectRefused(await stack.push(token), 'invalid_request', /32768/, 413)
  })

  it('that was refused is counted and on record, without its content', async () => {
    await stack.push(await signed({ foreignKey: true }))
    await stack.push(await signed({ claims: { sub_id: { format: 'did', url: 'did:CANARY' } } }))
    const records = await stack.takeRecords()
    expect(records).toEqual([
      expect.objectContaining({
        event: 'signal.refused',
        actor: 'ssf:unknown',
        details: expect.objectContaining({ code: 'invalid_key' }),
      }),
      expect.objectContaining({
        event: 'signal.refused',
        actor: `ssf:${stack.free.issuer}`,
        details: expect.objectContaining({ code: 'invalid_request' }),
      }),
    ])
    expect(JSON.stringify(records) + stack.logged()).not.toContain('CANARY')
    const metrics = await (await fetch(`${stack.url}/metrics`)).text()
    expect(metrics).toMatch(
      /sluice_soar_refused_total\{[^}]*event="signal.refused"[^}]*code="invalid_key"[^}]*\} [1-9]/,
    )
  })
})
