import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type House, startHouse } from './house.ts'
import {
  CAEP_SESSION_REVOKED,
  RECEIVER,
  RISC_ACCOUNT_DISABLED,
  SSF_VERIFICATION,
  startTransmitter,
  type TestTransmitter,
} from './transmitter.ts'

const AUTHORIZATION = 'Bearer agreed-with-the-transmitter'

let house: House
/** One that may name users in every way, one in another tenant that must authenticate itself and may name only by e-mail. */
let free: TestTransmitter
let strict: TestTransmitter
let loginIssuer: string

beforeAll(async () => {
  ;[free, strict] = await Promise.all([startTransmitter(), startTransmitter('/tenants/acme')])
  house = await startHouse(({ issuer }) => {
    loginIssuer = issuer
    return {
      SSF_TRANSMITTERS: JSON.stringify([
        {
          issuer: free.issuer,
          audience: RECEIVER,
          subjects: ['iss_sub', 'email', 'opaque'],
          subjectIssuers: ['https://accounts.example.com'],
        },
        {
          issuer: strict.issuer,
          audience: ['https://elsewhere.example.com', RECEIVER],
          tenant: 'acme',
          subjects: ['email'],
          authorizationHeader: AUTHORIZATION,
        },
        { issuer, audience: RECEIVER, jwksUri: `${issuer}/jwks` },
      ]),
      SOAR_REFUSED_RECORDS_PER_MINUTE: '6000',
    }
  })
}, 300_000)
afterEach(async () => {
  await house.thaw()
  await house.takeRecords()
})
afterAll(async () => {
  await house?.stop()
  await Promise.all([free?.stop(), strict?.stop()])
})

const push = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${house.url}/ssf/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json', ...headers },
    body: token,
  })

const ofAlice = () => ({ format: 'iss_sub', iss: loginIssuer, sub: 'alice' })

async function expectTaken(response: Response) {
  expect({ status: response.status, body: await response.text() }).toEqual({ status: 202, body: '' })
}

const errorSchema = z.strictObject({ err: z.string(), description: z.string().min(1) })

async function expectRefused(response: Response, err: string, says?: RegExp, status = 400) {
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-language')).toBe('en')
  const error = errorSchema.parse(await response.json())
  expect({ status: response.status, err: error.err }).toEqual({ status, err })
  if (says !== undefined) expect(error.description).toMatch(says)
}

const frozenUsers = async () => await house.client.keys('sluice:{sessions}:user:*:freeze')

describe('POST /ssf/events', () => {
  it.each([
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: { de: 'Verdacht', en: 'phished' } }, ': phished'],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: 'as a draft had it' }, ': as a draft had it'],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: { de: 'Verdacht\u0000' } }, ': Verdacht '],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { event_timestamp: 1, reason_admin: 7 }, ''],
    ['RISC account-disabled', RISC_ACCOUNT_DISABLED, { reason: 'hijacking' }, ': hijacking'],
    ['RISC account-disabled', RISC_ACCOUNT_DISABLED, {}, ''],
  ])('freezes the user of a %s (%#)', async (name, event, payload, reason) => {
    await house.beginSession({ tenant: 'default', sub: 'alice' })
    const jti = randomUUID()
    const token = await free.sign(event, ofAlice(), { claims: { jti, events: { [event]: payload } } })
    await expectTaken(await push(token))
    const actor = `ssf:${free.issuer}`
    expect(await house.noteOf('default', 'alice')).toMatchObject({
      state: 'frozen',
      by: actor,
      reason: `${name}${reason}`,
    })
    expect(await house.takeRecords()).toEqual([
      expect.objectContaining({
        event: 'user.frozen',
        actor,
        sub: 'alice',
        incident_id: jti,
        reason: `${name}${reason}`,
      }),
    ])
  })

  it.each([
    ['the login issuer', () => ofAlice()],
    ['a listed issuer', () => ({ format: 'iss_sub', iss: 'https://accounts.example.com', sub: 'alice' })],
    ['e-mail address', () => ({ format: 'email', email: 'ALICE@example.com' })],
    ['opaque id', () => ({ format: 'opaque', id: 'alice' })],
    ['complex subject', () => ({ format: 'complex', user: ofAlice(), session: { format: 'opaque', id: 's' } })],
    ['complex subject of a draft', () => ({ user: ofAlice(), device: { format: 'opaque', id: 'd' } })],
  ])('knows a user by %s', async (_how, subject) => {
    await expectTaken(await push(await free.sign(CAEP_SESSION_REVOKED, subject())))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('finds the subject in the event, as drafts had it', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: { subject: ofAlice() } } }
    await expectTaken(await push(await free.sign(CAEP_SESSION_REVOKED, undefined, { claims })))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('heeds two events about one user', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: {}, [RISC_ACCOUNT_DISABLED]: { reason: 'hijacking' } } }
    await expectTaken(await push(await free.sign(CAEP_SESSION_REVOKED, ofAlice(), { claims })))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen', version: 1 })
  })

  it('keeps to the tenant of a transmitter that authenticates itself', async () => {
    const token = await strict.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'mia@example.com' })
    await expectTaken(await push(token, { authorization: AUTHORIZATION }))
    expect(await house.noteOf('acme', 'u-17')).toMatchObject({ state: 'frozen' })
    expect(await house.noteOf('default', 'u-17')).toBeUndefined()
  })

  it('marks a user who is not known when the login issuer itself says so', async () => {
    const subject = { format: 'iss_sub', iss: loginIssuer, sub: 'nobody' }
    const claims = {
      sub: undefined,
      exp: undefined,
      aud: RECEIVER,
      sub_id: subject,
      events: { [CAEP_SESSION_REVOKED]: {} },
    }
    await expectTaken(await push(await house.oidc.mint(claims, { typ: 'secevent+jwt' })))
    expect(await house.noteOf('default', 'nobody')).toMatchObject({ state: 'frozen', by: `ssf:${loginIssuer}` })
  })

  it.each([
    ['is not known', { format: 'email', email: 'nobody@example.com' }, 'user_not_found'],
    ['is not known by a sub of another transmitter', { format: 'opaque', id: 'nobody' }, 'user_not_found'],
  ])('takes a token whose user %s, freezes nobody, and leaves a record', async (_why, subject, code) => {
    await expectTaken(await push(await free.sign(CAEP_SESSION_REVOKED, subject)))
    expect(await frozenUsers()).toEqual([])
    expect(await house.takeRecords()).toEqual([
      expect.objectContaining({
        event: 'signal.refused',
        actor: `ssf:${free.issuer}`,
        details: expect.objectContaining({ code }),
      }),
    ])
  })

  it('freezes nobody when several users have the address', async () => {
    await house.users.upsert({ tenant: 'default', sub: 'twin', email: 'Bob@example.com', groups: [], active: true })
    await expectTaken(await push(await free.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'bob@example.com' })))
    expect(await frozenUsers()).toEqual([])
    expect(await house.takeRecords()).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ code: 'user_ambiguous' }) }),
    ])
  })

  it.each([
    ['a verification', SSF_VERIFICATION, { state: 'x' }],
    [
      'an event type that it does not heed',
      'https://schemas.openid.net/secevent/caep/event-type/device-compliance-change',
      {},
    ],
    ['an unknown event type', 'https://example.com/event', { anything: [1] }],
    ['an event type of Object.prototype', 'constructor', {}],
  ])('takes %s and freezes nobody', async (_what, event, payload) => {
    await expectTaken(await push(await free.sign(event, ofAlice(), { claims: { events: { [event]: payload } } })))
    expect(await frozenUsers()).toEqual([])
  })

  it('takes a verification without a subject that it could read', async () => {
    await expectTaken(await push(await free.sign(SSF_VERIFICATION, { format: 'opaque', id: 'stream-1' })))
    await expectTaken(await push(await free.sign(SSF_VERIFICATION, undefined)))
  })

  it('does nothing when a token comes again', async () => {
    const token = await free.sign(CAEP_SESSION_REVOKED, ofAlice())
    await expectTaken(await push(token))
    await house.sessions.unfreezeUser({ tenant: 'default', sub: 'alice' }, { reason: 'cleared', by: 'user:ciso' })
    await expectTaken(await push(token))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'active', version: 2 })
  })

  it('takes the same jti of another transmitter for another token', async () => {
    const claims = { jti: 'same' }
    await expectTaken(await push(await free.sign(SSF_VERIFICATION, undefined, { claims })))
    const subject = { format: 'email', email: 'mia@example.com' }
    const token = await strict.sign(CAEP_SESSION_REVOKED, subject, { claims })
    await expectTaken(await push(token, { authorization: AUTHORIZATION }))
    expect(await house.noteOf('acme', 'u-17')).toMatchObject({ state: 'frozen' })
  })

  it('says 5xx when the keys cannot be had, so that the transmitter sends the token again', async () => {
    const late = await startTransmitter()
    late.down = true
    const own = await startHouse(() => ({
      SSF_TRANSMITTERS: JSON.stringify([{ issuer: late.issuer, audience: RECEIVER, subjects: ['opaque'] }]),
    }))
    try {
      const token = await late.sign(CAEP_SESSION_REVOKED, { format: 'opaque', id: 'alice' })
      const pushed = () =>
        fetch(`${own.url}/ssf/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/secevent+jwt' },
          body: token,
        }).then(({ status }) => status)
      expect(await pushed()).toBe(503)
      late.down = false
      await expect.poll(pushed, { timeout: 10_000 }).toBe(202)
      expect(await own.noteOf('default', 'alice')).toMatchObject({ state: 'frozen' })
    } finally {
      await own.stop()
      await late.stop()
    }
  })
})

describe('a token', () => {
  const nowSeconds = () => Math.floor(Date.now() / 1_000)
  const signed = (changes: Parameters<TestTransmitter['sign']>[2]) =>
    free.sign(CAEP_SESSION_REVOKED, ofAlice(), changes)
  const unsecured = () => {
    const [, payload = ''] = new UnsecuredJWT({
      iss: free.issuer,
      aud: RECEIVER,
      iat: nowSeconds(),
      jti: 'x',
      sub_id: ofAlice(),
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
    ['is of an issuer that differs by a slash', () => signed({ claims: { iss: `${free.issuer}/` } }), 'invalid_issuer'],
    ['is of no issuer', () => signed({ claims: { iss: undefined } }), 'invalid_issuer'],
    ['claims to be of the login issuer', () => signed({ claims: { iss: loginIssuer } }), 'invalid_key'],
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
    await expectRefused(await push(await token()), err)
    expect(await frozenUsers()).toEqual([])
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
    await expectRefused(await push(await free.sign(CAEP_SESSION_REVOKED, subject)), err, says)
    expect(await frozenUsers()).toEqual([])
  })

  it('is heeded whole or not at all', async () => {
    const claims = {
      events: {
        [CAEP_SESSION_REVOKED]: { subject: ofAlice() },
        [RISC_ACCOUNT_DISABLED]: { subject: { format: 'did' } },
      },
    }
    await expectRefused(await push(await free.sign('', undefined, { claims })), 'invalid_request')
    expect(await frozenUsers()).toEqual([])
  })

  it('in a way of naming that its transmitter may not use is refused', async () => {
    const token = await strict.sign(CAEP_SESSION_REVOKED, ofAlice())
    await expectRefused(await push(token, { authorization: AUTHORIZATION }), 'invalid_request', /one of: email/)
  })

  it.each([
    ['no Authorization', {}],
    ['another Authorization', { authorization: `${AUTHORIZATION}x` }],
  ])('with %s is refused where one was agreed', async (_what, headers) => {
    const token = await strict.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'mia@example.com' })
    await expectRefused(await push(token, headers as Record<string, string>), 'authentication_failed')
    expect(await frozenUsers()).toEqual([])
  })

  it.each([
    ['of another type', { 'content-type': 'application/jwt' }, 415],
    ['of JSON', { 'content-type': 'application/json' }, 415],
    ['with an encoding', { 'content-encoding': 'gzip' }, 415],
  ])('in a body %s is refused', async (_what, headers, status) => {
    await expectRefused(
      await push(await signed({}), headers as Record<string, string>),
      'invalid_request',
      undefined,
      status,
    )
    expect(await frozenUsers()).toEqual([])
  })

  it('in a body that is too large is refused', async () => {
    const token = await signed({ claims: { padding: 'x'.repeat(40_000) } })
    await expectRefused(await push(token), 'invalid_request', /32768/, 413)
  })

  it('that was refused is counted and on record, without what stands in it', async () => {
    await push(await signed({ foreignKey: true }))
    await push(await signed({ claims: { sub_id: { format: 'did', url: 'did:CANARY' } } }))
    const records = await house.takeRecords()
    expect(records).toEqual([
      expect.objectContaining({
        event: 'signal.refused',
        actor: 'ssf:unknown',
        details: expect.objectContaining({ code: 'invalid_key' }),
      }),
      expect.objectContaining({
        event: 'signal.refused',
        actor: `ssf:${free.issuer}`,
        details: expect.objectContaining({ code: 'invalid_request' }),
      }),
    ])
    expect(JSON.stringify(records) + house.logged()).not.toContain('CANARY')
    const metrics = await (await fetch(`${house.url}/metrics`)).text()
    expect(metrics).toMatch(
      /sluice_soar_refused_total\{[^}]*event="signal.refused"[^}]*code="invalid_key"[^}]*\} [1-9]/,
    )
  })
})
