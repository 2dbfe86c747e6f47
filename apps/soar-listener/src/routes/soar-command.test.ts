import { SluiceError } from '@sluice/contracts'
import type { SessionGate } from '@sluice/sessions'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ListenerStack,
  principalOf,
  problemOf,
  SECRETS,
  signHeaders,
  startListenerStack,
} from '../testing/test-stack.ts'

const freezeAlice = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'credentials on a paste site' }

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack()
}, 300_000)
afterEach(async () => {
  await stack.unfreezeAll()
  await stack.takeRecords()
})
afterAll(async () => await stack?.stop())

describe('freeze_user', () => {
  it('freezes all sessions of a user and says what it did', async () => {
    await stack.beginSession({ tenant: 'default', sub: 'alice' }, 'web')
    await stack.beginSession({ tenant: 'default', sub: 'alice' }, 'mobile')
    const response = await stack.command({ ...freezeAlice, incident_id: 'INC-7' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      command: 'freeze_user',
      user: { tenant: 'default', sub: 'alice' },
      state: 'frozen',
      changed: true,
      sessions_frozen: 2,
      gateways: { alive: 0, acknowledged: 0, missing: [] },
      elapsed_ms: expect.any(Number),
      version: 1,
      incident_id: 'INC-7',
      durable: 'unconfirmed',
      recorded: true,
    })
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({
      state: 'frozen',
      reason: freezeAlice.reason,
      by: 'soar:xsoar',
    })
    expect(await stack.takeRecords()).toEqual([
      expect.objectContaining({
        event: 'user.frozen',
        actor: 'soar:xsoar',
        sub: 'alice',
        incident_id: 'INC-7',
        service: 'soar-listener',
        request_id: response.headers.get('x-request-id'),
      }),
    ])
  })

  it('takes null for no incident, as the answer writes it', async () => {
    const response = await stack.command({ ...freezeAlice, incident_id: null })
    expect(await response.json()).toMatchObject({ state: 'frozen', incident_id: null })
    expect((await stack.takeRecords()).map((record) => Object.hasOwn(record, 'incident_id'))).toEqual([false])
  })

  it('says so when the user was frozen before', async () => {
    await stack.command(freezeAlice)
    expect(await (await stack.command(freezeAlice)).json()).toMatchObject({
      changed: false,
      state: 'frozen',
      version: 1,
    })
  })

  it.each([
    ['preferred_username in another case', { preferred_username: 'ALICE.A' }, 'alice'],
    ['e-mail address in another case', { email: 'aLICE@example.COM' }, 'alice'],
    ['sub', { sub: 'bob' }, 'bob'],
    ['name of a user who is not active', { preferred_username: 'gone' }, 'gone'],
  ])('finds a user by %s', async (_how, user, sub) => {
    const response = await stack.command({ ...freezeAlice, user })
    expect(await response.json()).toMatchObject({ user: { tenant: 'default', sub }, state: 'frozen' })
    expect(await stack.freezeStateOf('default', sub)).toMatchObject({ state: 'frozen' })
  })

  it.each([
    ['name', { preferred_username: 'mia' }],
    ['e-mail address', { email: 'MIA@example.com' }],
    ['sub', { sub: 'u-17' }],
  ])('freezes nobody when a %s means several users, and exactly one with the tenant', async (_what, user) => {
    const ambiguous = await stack.command({ ...freezeAlice, user, force: true })
    expect(ambiguous.status).toBe(409)
    expect(await problemOf(ambiguous)).toMatchObject({
      code: 'user_ambiguous',
      detail: expect.stringMatching(/tenant/),
    })
    for (const tenant of ['default', 'acme']) expect(await stack.freezeStateOf(tenant, 'u-17')).toBeUndefined()

    const exact = await stack.command({ ...freezeAlice, user, tenant: 'acme' })
    expect(await exact.json()).toMatchObject({ user: { tenant: 'acme', sub: 'u-17' } })
    expect(await stack.freezeStateOf('default', 'u-17')).toBeUndefined()
  })

  it.each([
    [{ sub: 'nobody' }, {}],
    [{ preferred_username: 'nobody' }, {}],
    [{ preferred_username: 'nobody' }, { force: true }],
    [{ email: 'nobody@example.com' }, { force: true }],
    [{ sub: 'alice' }, { tenant: 'acme' }],
    [{ sub: 'nobody' }, { force: false }],
  ])('does not know %j with %j', async (user, more) => {
    const response = await stack.command({ ...freezeAlice, user, ...more })
    expect(response.status).toBe(404)
    expect((await problemOf(response)).code).toBe('user_not_found')
    expect(await stack.redisClient.keys('sluice:{sessions}:user:*')).toEqual([])
  })

  it.each([
    [{}, 'default'],
    [{ tenant: 'acme' }, 'acme'],
  ])('marks an unknown sub with force and %j', async (more, tenant) => {
    const response = await stack.command({ ...freezeAlice, user: { sub: 'nobody' }, force: true, ...more })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ marked: true, user: { tenant, sub: 'nobody' }, sessions_frozen: 0 })
    await expect(stack.beginSession({ tenant, sub: 'nobody' })).rejects.toMatchObject({ code: 'session_frozen' })
  })

  it('does not say marked of a known user', async () => {
    expect(await (await stack.command({ ...freezeAlice, force: true })).json()).not.toHaveProperty('marked')
  })
})

describe('the gateways', () => {
  let gate: SessionGate
  beforeAll(async () => {
    gate = await stack.openGateway()
  })
  afterAll(async () => await gate?.stop())

  it('end what the user has open before the answer comes, and are counted', async () => {
    const controller = new AbortController()
    const request = { principal: principalOf({ tenant: 'default', sub: 'alice' }) }
    await gate.enter(request, { controller, cut: () => gate.leave(controller) })
    controller.signal.addEventListener('abort', () => gate.leave(controller))
    const response = await stack.command(freezeAlice)
    expect(await response.json()).toMatchObject({ gateways: { alive: 1, acknowledged: 1, missing: [] } })
    expect(controller.signal.aborted).toBe(true)
    expect(controller.signal.reason).toEqual(new SluiceError('session_frozen'))
  })

  it('that do not answer are named', async () => {
    await stack.redisClient.zadd('sluice:{sessions}:gateways', Date.now() + 60_000, 'gateway-asleep')
    try {
      const response = await stack.command(freezeAlice)
      expect(await response.json()).toMatchObject({
        gateways: { alive: 2, acknowledged: 1, missing: ['gateway-asleep'] },
      })
    } finally {
      await stack.redisClient.zrem('sluice:{sessions}:gateways', 'gateway-asleep')
    }
  })
})

describe('freeze_session', () => {
  const command = { command: 'freeze_session', reason: 'odd prompts' }

  it.each([
    ['by its number alone', {}],
    ['of a user by sub', { user: { sub: 'alice' } }],
    ['of a user by name', { user: { preferred_username: 'alice.a' } }],
    ['of a tenant', { tenant: 'default' }],
  ])('freezes one session %s', async (_how, more) => {
    const session = await stack.beginSession({ tenant: 'default', sub: 'alice' })
    const other = await stack.beginSession({ tenant: 'default', sub: 'alice' }, 'mobile')
    const response = await stack.command({ ...command, session_id: session.id, ...more })
    expect(await response.json()).toMatchObject({
      command: 'freeze_session',
      session_id: session.id,
      user: { tenant: 'default', sub: 'alice' },
      sessions_frozen: 1,
    })
    expect(await stack.sessions.find(session.id)).toMatchObject({ state: 'frozen' })
    expect(await stack.sessions.find(other.id)).toMatchObject({ state: 'active' })
  })

  it.each([
    ['of another user', { user: { sub: 'bob' } }],
    ['of a user of another name', { user: { preferred_username: 'bob.b' } }],
    ['of an unknown user', { user: { email: 'nobody@example.com' } }],
    ['of another tenant', { tenant: 'acme' }],
  ])('leaves a session alone that would have to be %s', async (_whose, more) => {
    const session = await stack.beginSession({ tenant: 'default', sub: 'alice' })
    const response = await stack.command({ ...command, session_id: session.id, ...more })
    expect(response.status).toBe(404)
    expect((await problemOf(response)).code).toBe('not_found')
    expect(await stack.sessions.find(session.id)).toMatchObject({ state: 'active' })
  })

  it('does not know a session that never was', async () => {
    expect((await stack.command({ ...command, session_id: 424_242 })).status).toBe(404)
  })
})

describe('unfreeze_user', () => {
  it('is refused while it is turned off, for every name', async () => {
    await stack.command(freezeAlice)
    for (const sub of ['alice', 'nobody']) {
      const response = await stack.command({ command: 'unfreeze_user', user: { sub }, reason: 'false alarm' })
      expect(response.status).toBe(403)
      expect(await problemOf(response)).toMatchObject({
        code: 'unfreeze_not_permitted',
        detail: expect.stringContaining('SOAR_ALLOW_UNFREEZE'),
      })
    }
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })
})

describe('callers', () => {
  it.each([
    ['the current secret', SECRETS.current, 'soar:xsoar'],
    ['the next secret', SECRETS.next, 'soar:xsoar'],
    ['a secret of another caller', SECRETS.other, 'soar:tines'],
  ])('are known by %s', async (_which, secret, actor) => {
    const body = JSON.stringify(freezeAlice)
    expect((await stack.post(body, signHeaders(body, { secret }))).status).toBe(200)
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ by: actor })
  })

  it('may sign with the official library', async () => {
    const body = JSON.stringify({ ...freezeAlice, reason: 'Zürich — 東京 🧊' })
    const sentAt = new Date()
    const headers = {
      'webhook-id': 'msg_official',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRETS.next).sign('msg_official', sentAt, body),
    }
    expect((await stack.post(body, headers)).status).toBe(200)
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ reason: 'Zürich — 東京 🧊' })
  })

  it('may send a token of a real provider', async () => {
    const authorization = `Bearer ${await stack.oidc.serviceToken({ scope: 'soar' })}`
    expect((await stack.post(freezeAlice, { authorization })).status).toBe(200)
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ by: 'soar:oauth:svc' })
  })

  it.each([
    ['a text', { scope: 'openid soar' }],
    ['an array', { scp: ['openid', 'soar'] }],
  ])('may send a token with the scope in %s', async (_form, claims) => {
    const token = await stack.oidc.mint({ sub: 'svc', azp: undefined, client_id: 'splunk', ...claims })
    expect((await stack.post(freezeAlice, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ by: 'soar:oauth:splunk' })
  })

  it('who sign are judged by the signature, whatever stands in Authorization', async () => {
    const body = JSON.stringify(freezeAlice)
    const basic = { authorization: 'Basic cHJveHk6cHJveHk=' }
    expect((await stack.post(body, { ...signHeaders(body), ...basic })).status).toBe(200)
  })
})

describe('the service', () => {
  it('is ready, describes itself, and counts', async () => {
    await stack.command(freezeAlice)
    expect((await fetch(`${stack.url}/health/ready`)).status).toBe(200)
    expect(await (await fetch(`${stack.url}/openapi.json`)).json()).toMatchObject({
      paths: { '/soar/command': {}, '/ssf/events': {} },
    })
    const metrics = await (await fetch(`${stack.url}/metrics`)).text()
    expect(metrics).toMatch(/sluice_soar_commands_total\{[^}]*command="freeze_user"[^}]*result="changed"[^}]*\} [1-9]/)
  })

  it('logs neither reasons nor names nor signatures', async () => {
    const body = JSON.stringify({ ...freezeAlice, user: { email: 'alice@example.com' }, reason: 'REASON-CANARY' })
    const headers = signHeaders(body)
    await stack.post(body, headers)
    for (const secret of ['REASON-CANARY', 'alice@example.com', headers['webhook-signature']!]) {
      expect(stack.logged()).not.toContain(secret)
    }
  })
})
