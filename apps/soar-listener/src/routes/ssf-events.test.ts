import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZATION, pushTo, type SignalsStack, startSignalsStack } from '../testing/signals-stack.ts'
import { startListenerStack } from '../testing/test-stack.ts'
import {
  CAEP_SESSION_REVOKED,
  RECEIVER,
  RISC_ACCOUNT_DISABLED,
  SSF_VERIFICATION,
  startTransmitter,
} from '../testing/transmitter.ts'

let stack: SignalsStack
beforeAll(async () => {
  stack = await startSignalsStack()
}, 300_000)
afterEach(async () => {
  await stack.unfreezeAll()
  await stack.takeRecords()
})
afterAll(async () => await stack?.stop())

async function expectTaken(response: Response) {
  expect({ status: response.status, body: await response.text() }).toEqual({ status: 202, body: '' })
}

describe('POST /ssf/events', () => {
  it.each([
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: { de: 'Verdacht', en: 'phished' } }, ': phished'],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: 'as a draft had it' }, ': as a draft had it'],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { reason_admin: { de: 'Verdacht\u0000' } }, ': Verdacht '],
    ['CAEP session-revoked', CAEP_SESSION_REVOKED, { event_timestamp: 1, reason_admin: 7 }, ''],
    ['RISC account-disabled', RISC_ACCOUNT_DISABLED, { reason: 'hijacking' }, ': hijacking'],
    ['RISC account-disabled', RISC_ACCOUNT_DISABLED, {}, ''],
  ])('freezes the user of a %s (%#)', async (name, event, payload, reason) => {
    await stack.beginSession({ tenant: 'default', sub: 'alice' })
    const jti = randomUUID()
    const token = await stack.free.sign(event, stack.ofAlice(), { claims: { jti, events: { [event]: payload } } })
    await expectTaken(await stack.push(token))
    const actor = `ssf:${stack.free.issuer}`
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({
      state: 'frozen',
      by: actor,
      reason: `${name}${reason}`,
    })
    expect(await stack.takeRecords()).toEqual([
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
    ['the login issuer', () => stack.ofAlice()],
    ['a listed issuer', () => ({ format: 'iss_sub', iss: 'https://accounts.example.com', sub: 'alice' })],
    ['e-mail address', () => ({ format: 'email', email: 'ALICE@example.com' })],
    ['opaque id', () => ({ format: 'opaque', id: 'alice' })],
    ['complex subject', () => ({ format: 'complex', user: stack.ofAlice(), session: { format: 'opaque', id: 's' } })],
    ['complex subject of a draft', () => ({ user: stack.ofAlice(), device: { format: 'opaque', id: 'd' } })],
  ])('knows a user by %s', async (_how, subject) => {
    await expectTaken(await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, subject())))
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('finds the subject in the event, as drafts had it', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: { subject: stack.ofAlice() } } }
    await expectTaken(await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, undefined, { claims })))
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('applies two events about one user', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: {}, [RISC_ACCOUNT_DISABLED]: { reason: 'hijacking' } } }
    await expectTaken(await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, stack.ofAlice(), { claims })))
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen', version: 1 })
  })

  it('keeps to the tenant of a transmitter that authenticates itself', async () => {
    const token = await stack.strict.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'mia@example.com' })
    await expectTaken(await stack.push(token, { authorization: AUTHORIZATION }))
    expect(await stack.freezeStateOf('acme', 'u-17')).toMatchObject({ state: 'frozen' })
    expect(await stack.freezeStateOf('default', 'u-17')).toBeUndefined()
  })

  it('marks a user who is not known when the login issuer itself says so', async () => {
    const subject = { format: 'iss_sub', iss: stack.loginIssuer, sub: 'nobody' }
    const claims = {
      sub: undefined,
      exp: undefined,
      aud: RECEIVER,
      sub_id: subject,
      events: { [CAEP_SESSION_REVOKED]: {} },
    }
    await expectTaken(await stack.push(await stack.oidc.mint(claims, { typ: 'secevent+jwt' })))
    expect(await stack.freezeStateOf('default', 'nobody')).toMatchObject({
      state: 'frozen',
      by: `ssf:${stack.loginIssuer}`,
    })
  })

  it.each([
    ['is not known', { format: 'email', email: 'nobody@example.com' }, 'user_not_found'],
    ['is not known by a sub of another transmitter', { format: 'opaque', id: 'nobody' }, 'user_not_found'],
  ])('takes a token whose user %s, freezes nobody, and leaves a record', async (_why, subject, code) => {
    await expectTaken(await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, subject)))
    expect(await stack.frozenUsers()).toEqual([])
    expect(await stack.takeRecords()).toEqual([
      expect.objectContaining({
        event: 'signal.refused',
        actor: `ssf:${stack.free.issuer}`,
        details: expect.objectContaining({ code }),
      }),
    ])
  })

  it('freezes nobody when several users have the address', async () => {
    await stack.users.upsert({ tenant: 'default', sub: 'twin', email: 'Bob@example.com', groups: [], active: true })
    await expectTaken(
      await stack.push(await stack.free.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'bob@example.com' })),
    )
    expect(await stack.frozenUsers()).toEqual([])
    expect(await stack.takeRecords()).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ code: 'user_ambiguous' }) }),
    ])
  })

  it.each([
    ['a verification', SSF_VERIFICATION, { state: 'x' }],
    [
      'an event type that asks for nothing',
      'https://schemas.openid.net/secevent/caep/event-type/device-compliance-change',
      {},
    ],
    ['an unknown event type', 'https://example.com/event', { anything: [1] }],
    ['an event type of Object.prototype', 'constructor', {}],
  ])('takes %s and freezes nobody', async (_what, event, payload) => {
    await expectTaken(
      await stack.push(await stack.free.sign(event, stack.ofAlice(), { claims: { events: { [event]: payload } } })),
    )
    expect(await stack.frozenUsers()).toEqual([])
  })

  it('takes a verification without a subject that it could read', async () => {
    await expectTaken(await stack.push(await stack.free.sign(SSF_VERIFICATION, { format: 'opaque', id: 'stream-1' })))
    await expectTaken(await stack.push(await stack.free.sign(SSF_VERIFICATION, undefined)))
  })

  it('does nothing when a token comes again', async () => {
    const token = await stack.free.sign(CAEP_SESSION_REVOKED, stack.ofAlice())
    await expectTaken(await stack.push(token))
    await stack.control.unfreezeUser({ tenant: 'default', sub: 'alice' }, { reason: 'cleared', actor: 'user:ciso' })
    await expectTaken(await stack.push(token))
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'active', version: 2 })
  })

  it('takes the same jti of another transmitter for another token', async () => {
    const claims = { jti: 'same' }
    await expectTaken(await stack.push(await stack.free.sign(SSF_VERIFICATION, undefined, { claims })))
    const subject = { format: 'email', email: 'mia@example.com' }
    const token = await stack.strict.sign(CAEP_SESSION_REVOKED, subject, { claims })
    await expectTaken(await stack.push(token, { authorization: AUTHORIZATION }))
    expect(await stack.freezeStateOf('acme', 'u-17')).toMatchObject({ state: 'frozen' })
  })

  it('says 5xx when the keys cannot be had, so that the transmitter sends the token again', async () => {
    const late = await startTransmitter()
    late.down = true
    const own = await startListenerStack(() => ({
      SSF_TRANSMITTERS: JSON.stringify([{ issuer: late.issuer, audience: RECEIVER, subjects: ['opaque'] }]),
    }))
    try {
      const token = await late.sign(CAEP_SESSION_REVOKED, { format: 'opaque', id: 'alice' })
      const pushed = async () => (await pushTo(own, token)).status
      expect(await pushed()).toBe(503)
      late.down = false
      await expect.poll(pushed, { timeout: 10_000 }).toBe(202)
      expect(await own.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
    } finally {
      await own.stop()
      await late.stop()
    }
  })
})
