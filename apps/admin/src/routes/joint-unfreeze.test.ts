import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

const LEGAL = { sub: 'office', groups: ['role:legal-counsel'] }
const SOC = { sub: 'dave', groups: ['role:soc-analyst'] }
const SOC_LEGAL = { sub: 'grace', groups: ['role:soc-analyst', 'role:legal-counsel'] }
const REASON = { reason: 'The only CISO was frozen by mistake', incident_id: 'INC-5' }

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack?.stop())
afterEach(async () => {
  const keys = await stack.redisClient.keys('sluice:*')
  const own = keys.filter((key) => !/:(?:gateways|freeze-sequence|freeze-log)$/.test(key))
  if (own.length > 0) await stack.redisClient.del(own)
})

const freeze = (sub: string) => stack.call('dave', 'POST', `/admin/users/${sub}/freeze`, REASON)
const unfreeze = (caller: Parameters<AdminStack['call']>[0], sub = 'carol') =>
  stack.call(caller, 'POST', `/admin/users/${sub}/joint-unfreeze`, REASON)
const stateOf = async (sub: string) => (await stack.sessions.findUser({ tenant: 'default', sub })).freezeState?.state

describe('Legal Counsel and a SOC Analyst', () => {
  it.each([
    ['Legal Counsel first', LEGAL, SOC],
    ['the SOC Analyst first', SOC, LEGAL],
    ['one of them with both roles', SOC_LEGAL, SOC],
  ])('unfreeze the last CISO together: %s', async (_what, first, second) => {
    expect((await freeze('carol')).status).toBe(200)
    const proposed = await unfreeze(first)
    expect(proposed.status).toBe(202)
    expect(await proposed.json()).toMatchObject({ proposed_by: `user:${first.sub}`, until: expect.any(String) })
    expect(await stateOf('carol')).toBe('frozen')
    expect(await okJson(await unfreeze(second))).toMatchObject({ state: 'active', changed: true, recorded: true })
    expect(await stateOf('carol')).toBe('active')
    const records = (await stack.takeRecords()).filter(({ event }) => String(event).includes('unfr'))
    expect(records).toEqual([
      expect.objectContaining({ event: 'user.unfreeze_proposed', actor: `user:${first.sub}`, incident_id: 'INC-5' }),
      expect.objectContaining({
        event: 'user.unfreeze_confirmed',
        severity: 'critical',
        actor: `user:${second.sub}`,
        details: expect.objectContaining({ proposed_by: `user:${first.sub}` }),
      }),
      expect.objectContaining({ event: 'user.unfrozen', actor: `user:${second.sub}`, sub: 'carol' }),
    ])
  })

  it.each([
    ['one person with both roles', SOC_LEGAL, SOC_LEGAL],
    ['two persons of one role', SOC, { sub: 'erin', groups: ['role:soc-analyst'] }],
    ['one person with first one, then the other role', LEGAL, { ...LEGAL, groups: ['role:soc-analyst'] }],
  ])('are needed both: not %s', async (_what, first, second) => {
    await freeze('carol')
    expect((await unfreeze(first)).status).toBe(202)
    expect(await problemOf(await unfreeze(second))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await stateOf('carol')).toBe('frozen')
  })

  it('may not be the frozen person', async () => {
    await freeze('carol')
    const carol = { sub: 'carol', groups: ['role:legal-counsel'] }
    expect(await problemOf(await unfreeze(carol))).toMatchObject({ status: 403, code: 'session_frozen' })
  })

  it('cannot while a CISO is left', async () => {
    await stack.database.pool.query("UPDATE users SET active = true WHERE sub = 'gone'")
    try {
      await freeze('carol')
      expect(await problemOf(await unfreeze(LEGAL))).toMatchObject({ status: 409, code: 'conflict' })
      expect((await stack.call(SOC, 'POST', '/admin/users/gone/freeze', REASON)).status).toBe(200)
      expect((await unfreeze(LEGAL)).status).toBe(202)
    } finally {
      await stack.database.pool.query("UPDATE users SET active = false WHERE sub = 'gone'")
    }
  })

  it.each([
    ['who is no CISO', 'u-alice'],
    ['who is not active', 'gone'],
  ])('cannot unfreeze a user %s', async (_what, sub) => {
    await freeze('carol')
    await freeze(sub)
    expect(await problemOf(await unfreeze(LEGAL, sub))).toMatchObject({ status: 409, code: 'conflict' })
  })

  it('cannot unfreeze a CISO who is not frozen, or a user who is not known', async () => {
    expect(await problemOf(await unfreeze(LEGAL))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await problemOf(await unfreeze(LEGAL, 'nobody'))).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('begin anew where the proposal is of an earlier freeze', async () => {
    await freeze('carol')
    expect((await unfreeze(LEGAL)).status).toBe(202)
    await stack.redisClient.hincrby('sluice:{sessions}:user:default:carol:freeze', 'version', 2)
    expect((await unfreeze(SOC)).status).toBe(202)
    expect(await stateOf('carol')).toBe('frozen')
  })

  it('begin anew where the proposal has expired', async () => {
    await freeze('carol')
    expect((await unfreeze(LEGAL)).status).toBe(202)
    const [key = ''] = await stack.redisClient.keys('sluice:admin:joint-unfreeze:*')
    expect(await stack.redisClient.pttl(key)).toBeLessThanOrEqual(900_000)
    await stack.redisClient.pexpire(key, 1)
    await expect.poll(() => stack.redisClient.exists(key)).toBe(0)
    expect((await unfreeze(SOC)).status).toBe(202)
  })
})
