import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startHouse } from './house.ts'
import { AUTHORIZATION, pushTo, type SignalsHouse, startSignalsHouse } from './signals-house.ts'
import {
  CAEP_SESSION_REVOKED,
  RECEIVER,
  RISC_ACCOUNT_DISABLED,
  SSF_VERIFICATION,
  startTransmitter,
} from './transmitter.ts'

let house: SignalsHouse
beforeAll(async () => {
  house = await startSignalsHouse()
}, 300_000)
afterEach(async () => {
  await house.thaw()
  await house.takeRecords()
})
afterAll(async () => await house?.stop())

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
    await house.beginSession({ tenant: 'default', sub: 'alice' })
    const jti = randomUUID()
    const token = await house.free.sign(event, house.ofAlice(), { claims: { jti, events: { [event]: payload } } })
    await expectTaken(await house.push(token))
    const actor = `ssf:${house.free.issuer}`
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
    ['the login issuer', () => house.ofAlice()],
    ['a listed issuer', () => ({ format: 'iss_sub', iss: 'https://accounts.example.com', sub: 'alice' })],
    ['e-mail address', () => ({ format: 'email', email: 'ALICE@example.com' })],
    ['opaque id', () => ({ format: 'opaque', id: 'alice' })],
    ['complex subject', () => ({ format: 'complex', user: house.ofAlice(), session: { format: 'opaque', id: 's' } })],
    ['complex subject of a draft', () => ({ user: house.ofAlice(), device: { format: 'opaque', id: 'd' } })],
  ])('knows a user by %s', async (_how, subject) => {
    await expectTaken(await house.push(await house.free.sign(CAEP_SESSION_REVOKED, subject())))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('finds the subject in the event, as drafts had it', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: { subject: house.ofAlice() } } }
    await expectTaken(await house.push(await house.free.sign(CAEP_SESSION_REVOKED, undefined, { claims })))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('heeds two events about one user', async () => {
    const claims = { events: { [CAEP_SESSION_REVOKED]: {}, [RISC_ACCOUNT_DISABLED]: { reason: 'hijacking' } } }
    await expectTaken(await house.push(await house.free.sign(CAEP_SESSION_REVOKED, house.ofAlice(), { claims })))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen', version: 1 })
  })

  it('keeps to the tenant of a transmitter that authenticates itself', async () => {
    const token = await house.strict.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'mia@example.com' })
    await expectTaken(await house.push(token, { authorization: AUTHORIZATION }))
    expect(await house.noteOf('acme', 'u-17')).toMatchObject({ state: 'frozen' })
    expect(await house.noteOf('default', 'u-17')).toBeUndefined()
  })

  it('marks a user who is not known when the login issuer itself says so', async () => {
    const subject = { format: 'iss_sub', iss: house.loginIssuer, sub: 'nobody' }
    const claims = {
      sub: undefined,
      exp: undefined,
      aud: RECEIVER,
      sub_id: subject,
      events: { [CAEP_SESSION_REVOKED]: {} },
    }
    await expectTaken(await house.push(await house.oidc.mint(claims, { typ: 'secevent+jwt' })))
    expect(await house.noteOf('default', 'nobody')).toMatchObject({ state: 'frozen', by: `ssf:${house.loginIssuer}` })
  })

  it.each([
    ['is not known', { format: 'email', email: 'nobody@example.com' }, 'user_not_found'],
    ['is not known by a sub of another transmitter', { format: 'opaque', id: 'nobody' }, 'user_not_found'],
  ])('takes a token whose user %s, freezes nobody, and leaves a record', async (_why, subject, code) => {
    await expectTaken(await house.push(await house.free.sign(CAEP_SESSION_REVOKED, subject)))
    expect(await house.frozenUsers()).toEqual([])
    expect(await house.takeRecords()).toEqual([
      expect.objectContaining({
        event: 'signal.refused',
        actor: `ssf:${house.free.issuer}`,
        details: expect.objectContaining({ code }),
      }),
    ])
  })

  it('freezes nobody when several users have the address', async () => {
    await house.users.upsert({ tenant: 'default', sub: 'twin', email: 'Bob@example.com', groups: [], active: true })
    await expectTaken(
      await house.push(await house.free.sign(CAEP_SESSION_REVOKED, { format: 'email', email: 'bob@example.com' })),
    )
    expect(await house.frozenUsers()).toEqual([])
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
    await expectTaken(
      await house.push(await house.free.sign(event, house.ofAlice(), { claims: { events: { [event]: payload } } })),
    )
    expect(await house.frozenUsers()).toEqual([])
  })

  it('takes a verification without a subject that it could read', async () => {
    await expectTaken(await house.push(await house.free.sign(SSF_VERIFICATION, { format: 'opaque', id: 'stream-1' })))
    await expectTaken(await house.push(await house.free.sign(SSF_VERIFICATION, undefined)))
  })

  it('does nothing when a token comes again', async () => {
    const token = await house.free.sign(CAEP_SESSION_REVOKED, house.ofAlice())
    await expectTaken(await house.push(token))
    await house.sessions.unfreezeUser({ tenant: 'default', sub: 'alice' }, { reason: 'cleared', by: 'user:ciso' })
    await expectTaken(await house.push(token))
    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'active', version: 2 })
  })

  it('takes the same jti of another transmitter for another token', async () => {
    const claims = { jti: 'same' }
    await expectTaken(await house.push(await house.free.sign(SSF_VERIFICATION, undefined, { claims })))
    const subject = { format: 'email', email: 'mia@example.com' }
    const token = await house.strict.sign(CAEP_SESSION_REVOKED, subject, { claims })
    await expectTaken(await house.push(token, { authorization: AUTHORIZATION }))
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
      const pushed = async () => (await pushTo(own, token)).status
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
