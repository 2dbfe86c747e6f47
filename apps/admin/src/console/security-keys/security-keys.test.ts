import type { TestBrowser } from '@sluice/test-stack'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../../testing/console-stack.ts'
import { type Said, SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { okJson, problemOf, TIME } from '../../testing/test-stack.ts'

/* Freezing asks for a login of the last five minutes, unfreezing for one with a key, publishing for a special key. */
const STEP_UP = {
  'freeze-user': { max_age_seconds: 300 },
  'unfreeze-user': { max_age_seconds: 300, acr_values: ['phr'] },
  'write-policy': { acr_values: ['phrh'] },
}

let stack: ConsoleStack
let carol: TestBrowser

beforeAll(async () => {
  const env = {
    ...{ STEP_UP: JSON.stringify(STEP_UP), CONSOLE_WEBAUTHN_RP_ID: 'localhost', CONSOLE_WEBAUTHN_ACR: 'phr' },
    CONSOLE_WEBAUTHN_REGISTRATION: JSON.stringify({ max_age_seconds: 300, acr_values: ['phr'] }),
  }
  stack = await startConsoleStack(env, 'localhost')
})
beforeEach(async () => {
  carol = await stack.loggedIn('carol')
  await stack.takeRecords()
})
afterEach(async () => {
  await stack.database.pool.query('DELETE FROM security_keys')
  await stack.database.pool.query('DELETE FROM console_sessions')
})
afterAll(() => stack?.stop())

const KEYS = '/console/session/security-keys'
const REFUSED = { status: 403, code: 'action_not_permitted' }
const query = (text: string) => stack.database.pool.query(text)
/** As if everybody had logged in that long ago, and confirmed no later. */
const age = (minutes: number) =>
  query(`UPDATE console_sessions SET auth_time = auth_time - interval '${minutes} minutes',
    security_key_at = security_key_at - interval '${minutes} minutes'`)
const records = async () => (await stack.takeRecords()).filter(({ kind }) => kind === 'control')
const authenticator = () => new SoftwareAuthenticator(stack.origin)
const strongLogin = (browser: TestBrowser, sub: string) =>
  browser.choose(sub, '/console/login?step_up=change-security-keys')

async function beginRegistration(browser: TestBrowser) {
  return Object(await okJson(await browser.call('POST', '/console/session/security-key-registration')))
}

async function finishRegistration(browser: TestBrowser, attestation: object, name = 'Blue one') {
  return await browser.call('POST', KEYS, { name, attestation })
}

/** Registers a key as a person does who has just logged in with strength. */
async function register(browser: TestBrowser, sub = 'carol', key = authenticator()) {
  await strongLogin(browser, sub)
  const response = await finishRegistration(browser, key.create(await beginRegistration(browser)))
  expect(response.status).toBe(201)
  return { key, id: Object(await response.json()).id }
}

async function beginStep(browser: TestBrowser, action = 'freeze-user') {
  return Object(await okJson(await browser.call('POST', '/console/session/step-up', { action })))
}

const confirm = (browser: TestBrowser, assertion: object) =>
  browser.call('POST', '/console/session/step-up/confirmation', { assertion })

const act = (browser: TestBrowser, what = 'freeze') =>
  browser.call('POST', `/admin/users/u-bob/${what}`, { reason: 'A drill.' })

const isStale = async (browser: TestBrowser, what?: string) =>
  expect(await problemOf(await act(browser, what))).toMatchObject({ code: 'insufficient_user_authentication' })

/** Registers a key, and lets the login be too old by the time that it is used. */
async function registeredAndStale() {
  const registered = await register(carol)
  await age(10)
  await stack.takeRecords()
  return registered
}

describe('a security key', () => {
  it('is registered after a fresh login, listed, used in place of another login, and removed', async () => {
    const key = authenticator()
    // The first login was with no class at all.
    expect(await problemOf(await carol.call('POST', '/console/session/security-key-registration'))).toMatchObject({
      code: 'insufficient_user_authentication',
    })
    await strongLogin(carol, 'carol')
    const options = await beginRegistration(carol)
    expect(options).toMatchObject({
      ...{ rp: { id: 'localhost', name: 'Sluice' }, user: { name: 'carol' }, attestation: 'none', timeout: 180_000 },
      ...{ authenticatorSelection: { userVerification: 'required' }, excludeCredentials: [] },
    })
    const made = await finishRegistration(carol, key.create(options))
    const view = { id: expect.any(String), name: 'Blue one', synced: false, created_at: TIME }
    expect([made.status, await made.json()]).toEqual([201, { ...view, last_used_at: null }])
    expect(await records()).toMatchObject([
      { event: 'console.logged_in', details: { step_up: 'change-security-keys' } },
      { event: 'console.security_key_registered', actor: 'user:carol', details: { synced: false } },
    ])
    expect(await okJson(await carol.call('GET', '/console/session'))).toMatchObject({
      security_keys: { registered: 1, enough_for: ['freeze-user', 'unfreeze-user'] },
    })

    await age(10)
    await isStale(carol)
    const before = carol.sessionCookie ?? ''
    const asked = await beginStep(carol, 'unfreeze-user')
    expect(asked).toMatchObject({
      ...{ rpId: 'localhost', userVerification: 'required' },
      allowCredentials: [{ id: key.id, type: 'public-key', transports: ['usb', 'nfc'] }],
    })
    expect(await okJson(await confirm(carol, key.get(asked, { userHandle: options.user.id })))).toEqual({
      confirmed_at: TIME,
    })
    expect((await act(carol)).status).toBe(200)
    expect((await act(carol, 'unfreeze')).status).toBe(200)
    const stepped = (await records()).filter(({ event }) => event === 'console.stepped_up')
    expect(stepped).toMatchObject([{ actor: 'user:carol', details: { step_up: 'unfreeze-user' } }])
    // Whoever has copied the cookie from before has nothing.
    const thief = stack.browser()
    thief.sessionCookie = before
    expect((await thief.call('GET', '/console/session')).status).toBe(401)

    const { data, max } = Object(await okJson(await carol.call('GET', KEYS)))
    expect([data, max]).toEqual([[{ ...view, last_used_at: TIME }], 10])
    expect(await problemOf(await carol.call('DELETE', `${KEYS}/${data[0].id}`))).toMatchObject({
      code: 'insufficient_user_authentication',
    })
    await strongLogin(carol, 'carol')
    expect(await okJson(await carol.call('DELETE', `${KEYS}/${data[0].id}`))).toEqual({ id: data[0].id })
    expect((await records()).at(-1)).toMatchObject({ event: 'console.security_key_removed', actor: 'user:carol' })
    expect(await okJson(await carol.call('GET', KEYS))).toMatchObject({ data: [] })
  })

  it('counts as long as a login does, and no longer', async () => {
    const { key } = await registeredAndStale()
    await confirm(carol, key.get(await beginStep(carol)))
    await age(4)
    expect((await act(carol)).status).toBe(200)
    await age(2)
    await isStale(carol)
  })

  it('does not make the session last longer, and its tokens go on', async () => {
    const { key } = await registeredAndStale()
    const expiry = async () => (await query('SELECT expires_at FROM console_sessions')).rows[0].expires_at
    const before = await expiry()
    await confirm(carol, key.get(await beginStep(carol)))
    expect(await expiry()).toEqual(before)
    await query(`UPDATE console_sessions SET refreshed_at = now() - interval '10 minutes'`)
    for (let twice = 0; twice < 2; twice += 1) expect((await carol.call('GET', '/console/session')).status).toBe(200)
  })

  it('is no login for an act that asks for more than it is, nor for changing keys', async () => {
    const { key, id } = await registeredAndStale()
    expect(
      await problemOf(await carol.call('POST', '/console/session/step-up', { action: 'write-policy' })),
    ).toMatchObject({
      ...{ status: 409, code: 'conflict' },
    })
    await confirm(carol, key.get(await beginStep(carol)))
    for (const [method, path] of [
      ['POST', '/console/session/security-key-registration'],
      ['DELETE', `${KEYS}/${id}`],
    ] as const) {
      expect((await problemOf(await carol.call(method, path))).code).toBe('insufficient_user_authentication')
    }
  })

  it('is nothing that a bearer token has', async () => {
    const { key } = await registeredAndStale()
    await confirm(carol, key.get(await beginStep(carol)))
    const byToken = await stack.call('carol', 'POST', '/admin/users/u-bob/freeze', { reason: 'A drill.' })
    expect((await problemOf(byToken)).code).toBe('insufficient_user_authentication')
  })

  it('that does not count is taken again and again', async () => {
    const { key } = await registeredAndStale()
    for (let twice = 0; twice < 2; twice += 1) {
      const answer = await confirm(carol, key.get(await beginStep(carol), { counter: 0 }))
      expect(answer.status).toBe(200)
    }
  })

  it('is one of ten of a person at most', async () => {
    await register(carol)
    await query(`INSERT INTO security_keys SELECT gen_random_uuid(), tenant, sub, name, credential_id || n, public_key,
      user_handle, counter, transports, is_synced, created_at FROM security_keys, generate_series(1, 9) n`)
    expect(await problemOf(await carol.call('POST', '/console/session/security-key-registration'))).toMatchObject({
      ...{ code: 'conflict', detail: 'You have 10 security keys. Remove one first.' },
    })
  })

  it('is asked for of nobody who has none', async () => {
    expect(await okJson(await carol.call('GET', '/console/session'))).toMatchObject({
      security_keys: { registered: 0, enough_for: [] },
    })
    expect(
      await problemOf(await carol.call('POST', '/console/session/step-up', { action: 'freeze-user' })),
    ).toMatchObject({
      code: 'conflict',
    })
  })
})

describe('an answer of an authenticator', () => {
  const refusals: [string, Said][] = [
    ['from another origin', { origin: 'https://sluice.example' }],
    ['from another port of this host', { origin: 'http://localhost:1' }],
    ['for another relying party', { rpId: 'sluice.example' }],
    ['to another challenge', { challenge: 'A'.repeat(43) }],
    ['of another ceremony', { type: 'payment.get' }],
    ['from a frame in another site', { crossOrigin: true }],
    ['of somebody whom it has not verified', { isUserVerified: false }],
  ]

  it.each(refusals)('is refused %s', async (_what, said) => {
    const { key } = await registeredAndStale()
    expect(await problemOf(await confirm(carol, key.get(await beginStep(carol), said)))).toMatchObject(REFUSED)
    await isStale(carol)
    const made = authenticator().create(await beginRegistrationOf(carol), said)
    expect(await problemOf(await finishRegistration(carol, made))).toMatchObject(REFUSED)
    expect(await okJson(await carol.call('GET', KEYS))).toMatchObject({ data: [{ name: 'Blue one' }] })
  })

  const uses: [string, Said][] = [
    ['for another person', { userHandle: 'bm9ib2R5' }],
    ['with a signature of somebody else', { signature: 'MEUCIQDq' }],
    ['that says it is another kind of key', { isSynced: true }],
  ]

  it.each(uses)('is refused %s', async (_what, said) => {
    const { key } = await registeredAndStale()
    expect(await problemOf(await confirm(carol, key.get(await beginStep(carol), said)))).toMatchObject(REFUSED)
    await isStale(carol)
  })

  it('is refused with certificates, which nobody asked for and nobody follows', async () => {
    await strongLogin(carol, 'carol')
    const statement = new Map<string, string | number | Buffer | Buffer[]>([
      ...([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
      ] as const),
      ['x5c', [Buffer.alloc(64)]],
    ])
    for (const format of ['packed', 'tpm', 'apple', 'android-safetynet']) {
      const said = { attestation: { format, statement } }
      const made = authenticator().create(await beginRegistration(carol), said)
      expect(await problemOf(await finishRegistration(carol, made))).toMatchObject(REFUSED)
    }
  })

  it.each([
    ['no JSON of client data', { clientDataJSON: 'AAAA' }],
    ['no CBOR', { attestationObject: '_____w' }],
    ['CBOR nested without end', { attestationObject: 'gYGB'.repeat(2_000) }],
  ])('is refused with %s', async (_what, changes) => {
    await strongLogin(carol, 'carol')
    const made = authenticator().create(await beginRegistration(carol))
    const response = { ...made.response, ...changes }
    expect(await problemOf(await finishRegistration(carol, { ...made, response }))).toMatchObject(REFUSED)
  })

  it.each([
    ['a name that is empty', { name: '' }],
    ['a name that is too long', { name: 'a'.repeat(65) }],
    ['no attestation', { attestation: undefined }],
    ['something else besides', { tenant: 'other' }],
  ])('is not even read with %s', async (_what, changes) => {
    const attestation = authenticator().create({ challenge: 'AAAA' })
    const body = { name: 'Mine', attestation, ...changes }
    expect(await problemOf(await carol.call('POST', KEYS, body))).toMatchObject({ code: 'invalid_request' })
  })
})

/** Registration wants a fresh login, which a test of a stale session has not. */
async function beginRegistrationOf(browser: TestBrowser) {
  await query('UPDATE console_sessions SET auth_time = now()')
  return await beginRegistration(browser)
}

describe('somebody who would like to', () => {
  it('replay an answer is refused, in this session and after its id has changed', async () => {
    const { key } = await registeredAndStale()
    const assertion = key.get(await beginStep(carol))
    expect((await confirm(carol, assertion)).status).toBe(200)
    expect(await problemOf(await confirm(carol, assertion))).toMatchObject(REFUSED)
    await beginStep(carol)
    expect(await problemOf(await confirm(carol, assertion))).toMatchObject(REFUSED)
    const made = authenticator().create(await beginRegistrationOf(carol))
    expect((await finishRegistration(carol, made)).status).toBe(201)
    expect(await problemOf(await finishRegistration(carol, made))).toMatchObject(REFUSED)
  })

  it('try a challenge twice is refused: a wrong answer takes it as well', async () => {
    const { key } = await registeredAndStale()
    const asked = await beginStep(carol)
    expect(await problemOf(await confirm(carol, key.get(asked, { signature: 'AAAA' })))).toMatchObject(REFUSED)
    expect(await problemOf(await confirm(carol, key.get(asked)))).toMatchObject(REFUSED)
  })

  it('win a race with one answer gets one session at most', async () => {
    const { key } = await registeredAndStale()
    const assertion = key.get(await beginStep(carol))
    const cookie = carol.sessionCookie ?? ''
    const browsers = Array.from({ length: 4 }, () => {
      const browser = stack.browser()
      browser.sessionCookie = cookie
      return browser
    })
    const answers = await Promise.all(browsers.map((browser) => confirm(browser, assertion)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('answer the challenge of another session of the same person is refused', async () => {
    const { key } = await registeredAndStale()
    const other = await stack.loggedIn('carol')
    await age(10)
    const asked = await beginStep(carol)
    await beginStep(other)
    expect(await problemOf(await confirm(other, key.get(asked)))).toMatchObject(REFUSED)
    await isStale(other)
  })

  it('answer too late is refused', async () => {
    const { key } = await registeredAndStale()
    const asked = await beginStep(carol)
    await query('UPDATE console_challenges SET expires_at = now()')
    expect(await problemOf(await confirm(carol, key.get(asked)))).toMatchObject(REFUSED)
  })

  it('use a challenge for what it was not given out for is refused', async () => {
    const { key } = await registeredAndStale()
    const forRegistration = await beginRegistrationOf(carol)
    await age(10)
    expect(await problemOf(await confirm(carol, key.get(forRegistration)))).toMatchObject(REFUSED)
    await isStale(carol)
    await query('UPDATE console_sessions SET auth_time = now()')
    const made = authenticator().create(await beginStep(carol))
    expect(await problemOf(await finishRegistration(carol, made))).toMatchObject(REFUSED)
  })

  it('use the key of somebody else, or of the same name in another tenant, is refused', async () => {
    const dave = await stack.loggedIn('dave')
    const { key: daves } = await register(dave, 'dave')
    const { key } = await registeredAndStale()
    expect(await problemOf(await confirm(carol, daves.get(await beginStep(carol))))).toMatchObject(REFUSED)
    // Under the name of her own key, too.
    const pretender = new SoftwareAuthenticator(stack.origin, undefined, key.id)
    expect(await problemOf(await confirm(carol, pretender.get(await beginStep(carol))))).toMatchObject(REFUSED)
    const { allowCredentials } = await beginStep(carol)
    expect(allowCredentials).toMatchObject([{ id: key.id }])
    const asked = await beginStep(carol)
    await query(`UPDATE security_keys SET tenant = 'other' WHERE sub = 'carol'`)
    expect(await problemOf(await confirm(carol, key.get(asked)))).toMatchObject(REFUSED)
    expect(await okJson(await carol.call('GET', KEYS))).toMatchObject({ data: [] })
    await isStale(carol)
  })

  it('make a key theirs that somebody else has is refused, and learns no more than that', async () => {
    const dave = await stack.loggedIn('dave')
    const { key } = await register(dave, 'dave')
    await strongLogin(carol, 'carol')
    const same = new SoftwareAuthenticator(stack.origin, undefined, key.id)
    const answer = await finishRegistration(carol, same.create(await beginRegistration(carol)))
    expect(await problemOf(answer)).toMatchObject({ code: 'conflict', detail: 'This key is registered already.' })
    expect(await okJson(await carol.call('GET', KEYS))).toMatchObject({ data: [] })
  })

  it('do something to the keys of somebody else finds none', async () => {
    const dave = await stack.loggedIn('dave')
    const { id } = await register(dave, 'dave')
    await strongLogin(carol, 'carol')
    const none = '00000000-0000-4000-8000-000000000000'
    for (const one of [id, none]) {
      expect(await problemOf(await carol.call('DELETE', `${KEYS}/${one}`))).toMatchObject({ code: 'not_found' })
    }
    expect(await okJson(await carol.call('GET', KEYS))).toMatchObject({ data: [] })
    expect(await okJson(await dave.call('GET', KEYS))).toMatchObject({ data: [{ id }] })
  })

  it('stay with a cookie that was stolen can neither register nor remove a key, nor step up', async () => {
    const { id } = await registeredAndStale()
    const thief = stack.browser()
    thief.sessionCookie = carol.sessionCookie ?? ''
    const own = authenticator().create({ challenge: 'AAAA' })
    const calls = [
      () => thief.call('POST', '/console/session/security-key-registration'),
      () => finishRegistration(thief, own),
      () => thief.call('DELETE', `${KEYS}/${id}`),
    ]
    for (const call of calls) {
      expect(await problemOf(await call())).toMatchObject({ code: 'insufficient_user_authentication' })
    }
    const asked = await beginStep(thief)
    expect(await problemOf(await confirm(thief, authenticator().get(asked)))).toMatchObject(REFUSED)
    // And none of it from another site, with the person's own cookie.
    for (const path of [
      KEYS,
      '/console/session/security-key-registration',
      '/console/session/step-up',
      '/console/session/step-up/confirmation',
    ]) {
      const answer = await carol.call('POST', path, {}, { origin: 'https://evil.test' })
      expect(await problemOf(answer)).toMatchObject(REFUSED)
      expect(await problemOf(await carol.call('POST', path, {}, { 'x-sluice-console': '' }))).toMatchObject({
        ...{ status: 401, code: 'token_missing' },
      })
      expect((await stack.browser().call('POST', path, {})).status).toBe(401)
    }
  })

  it('use a copy of a key is refused, and each time that is on record', async () => {
    const { key, id } = await registeredAndStale()
    expect((await confirm(carol, key.get(await beginStep(carol), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 6, 0]) {
      expect(await problemOf(await confirm(carol, key.get(await beginStep(carol), { counter })))).toMatchObject(REFUSED)
    }
    expect((await records()).map(({ event, severity, details }) => [event, severity, details])).toEqual([
      ['console.stepped_up', 'low', { security_key: id, step_up: 'freeze-user' }],
      ...Array(3).fill(['console.security_key_refused', 'high', { cause: 'counter', security_key: id }]),
    ])
  })

  it('make it look as if there were a copy cannot: who has not the key leaves another record', async () => {
    const erin = await stack.loggedIn('erin')
    const { key } = await register(erin, 'erin')
    await confirm(erin, key.get(await beginStep(erin), { counter: 9 }))
    await records()
    await confirm(erin, key.get(await beginStep(erin), { counter: 2, signature: 'AAAA' }))
    // Many of them are counted rather than recorded one by one.
    for (let more = 0; more < 3; more += 1) await confirm(erin, key.get(await beginStep(erin), { signature: 'AA' }))
    expect((await records()).map(({ severity, details }) => [severity, details])).toEqual([
      ['medium', { cause: 'assertion' }],
    ])
  })

  it('go on after a freeze is refused, also where the freeze came between question and answer', async () => {
    const dave = await stack.loggedIn('dave')
    const { key } = await register(dave, 'dave')
    await age(10)
    const asked = await beginStep(dave)
    const order = { reason: 'A drill.' }
    const login = { sub: 'carol', groups: ['role:ciso'], auth_time: Math.floor(Date.now() / 1_000), acr: 'phr' }
    expect((await stack.call(login, 'POST', '/admin/users/dave/freeze', order)).status).toBe(200)
    expect(await problemOf(await confirm(dave, key.get(asked)))).toMatchObject({ code: 'session_frozen' })
    for (const path of [KEYS, '/console/session']) expect((await dave.call('GET', path)).status).toBeGreaterThan(400)
    expect((await stack.call(login, 'POST', '/admin/users/dave/unfreeze', order)).status).toBe(200)
    expect(await problemOf(await confirm(dave, key.get(asked)))).toMatchObject({ code: 'token_expired' })
  })

  it('go on with a key that was removed is refused, and what it has confirmed is over', async () => {
    const { key, id } = await registeredAndStale()
    await confirm(carol, key.get(await beginStep(carol)))
    expect((await act(carol)).status).toBe(200)
    const owner = await stack.loggedIn('carol')
    await strongLogin(owner, 'carol')
    await okJson(await owner.call('DELETE', `${KEYS}/${id}`))
    await isStale(carol)
    expect((await carol.call('POST', '/console/session/step-up', { action: 'freeze-user' })).status).toBe(409)
  })
})
