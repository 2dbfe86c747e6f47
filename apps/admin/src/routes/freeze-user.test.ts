import { createUsersRepository } from '@sluice/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const reason = 'phishing, case 7'

describe('freezing a user', () => {
  it('reaches every session, shows who did it, and ends when a CISO says so', async () => {
    const one = await stack.begin('u-user', { name: 'one' })
    await stack.begin('u-user', { name: 'two' })
    expect(await okJson(await stack.call('dave', 'GET', '/admin/users/u-user/freeze'))).toEqual({
      ...{ tenant: 'default', user: { sub: 'u-user' }, state: 'active', sessions: 2 },
    })
    const report = await okJson(await stack.call('dave', 'POST', '/admin/users/u-user/freeze', { reason }))
    expect(report).toMatchObject({ changed: true, state: 'frozen', version: 1, sessions: 2, recorded: true })
    for (const name of ['one', 'two', 'three']) {
      await expect(stack.begin('u-user', { name })).rejects.toMatchObject({ code: 'session_frozen' })
    }
    expect(await okJson(await stack.call('carol', 'GET', '/admin/users/u-user/freeze'))).toMatchObject({
      state: 'frozen',
      freeze: { state: 'frozen', reason, by: 'user:dave', version: 1, at: TIME },
    })
    expect(await okJson(await stack.call('carol', 'GET', `/admin/sessions/${one.id}`))).toMatchObject({
      state: 'frozen',
      freeze: { user: { reason } },
    })
    expect(await stack.records()).toContainEqual(
      expect.objectContaining({ event: 'user.frozen', actor: 'user:dave', sub: 'u-user' }),
    )
    const unfrozen = await okJson(
      await stack.call('carol', 'POST', '/admin/users/u-user/unfreeze', { reason: 'cleared' }),
    )
    expect(unfrozen).toMatchObject({ changed: true, state: 'active', version: 2 })
    expect(await stack.begin('u-user', { name: 'one' })).toMatchObject({ id: one.id })
    expect(await stack.records()).toContainEqual(
      expect.objectContaining({ event: 'user.unfrozen', actor: 'user:carol' }),
    )
  })

  it('refuses a subject that nobody knows, unless it is forced', async () => {
    for (const [method, path] of [
      ['GET', 'freeze'],
      ['POST', 'freeze'],
      ['POST', 'unfreeze'],
    ] as const) {
      const body = method === 'POST' ? { reason } : undefined
      const response = await stack.call('carol', method, `/admin/users/u-typo/${path}`, body)
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'user_not_found' })
    }
    expect(await stack.sessions.findUser({ tenant: 'default', sub: 'u-typo' })).toEqual({ sessions: 0 })
    const forced = await stack.call('carol', 'POST', '/admin/users/u-typo/freeze', { reason, force: true })
    expect(await okJson(forced)).toMatchObject({ changed: true, sessions: 0 })
    await expect(stack.begin('u-typo')).rejects.toMatchObject({ code: 'session_frozen' })
    expect(await okJson(await stack.call('carol', 'GET', '/admin/users/u-typo/freeze'))).toMatchObject({
      state: 'frozen',
    })
  })

  it.each(['a/b', 'a%2Fb', '日本 語', 'mailto:x@example.test?a=b#c', 'x'.repeat(256), '{u}', '😀', "o'neil", '..%2f'])(
    'takes the subject %j as it is, percent-encoded',
    async (sub) => {
      const path = `/admin/users/${encodeURIComponent(sub)}/freeze`
      await okJson(await stack.call('carol', 'POST', path, { reason, force: true }))
      const { freezeState } = await stack.sessions.findUser({ tenant: 'default', sub })
      expect(freezeState).toMatchObject({ state: 'frozen', reason })
      expect(await okJson(await stack.call('dave', 'GET', path))).toMatchObject({ user: { sub } })
    },
  )

  it('stays within the tenant of the caller', async () => {
    await stack.begin('u-alice', { tenant: 'elsewhere', name: 'x' })
    await okJson(await stack.call('carol', 'POST', '/admin/users/u-alice/freeze', { reason }))
    expect(await stack.sessions.findUser({ tenant: 'elsewhere', sub: 'u-alice' })).toEqual({ sessions: 1 })
    await okJson(await stack.call('carol', 'POST', '/admin/users/u-alice/unfreeze', { reason }))
  })

  it('stops an administrator too: a frozen CISO unfreezes nobody', async () => {
    await createUsersRepository(stack.database).upsert({ tenant: 'default', sub: 'rogue', groups: [], active: true })
    const rogue = { sub: 'rogue', groups: ['role:ciso'] }
    await okJson(await stack.call(rogue, 'GET', '/admin/users/rogue/freeze'))
    await okJson(await stack.call('dave', 'POST', '/admin/users/rogue/freeze', { reason }))
    for (const [method, path] of [
      ['POST', '/admin/users/rogue/unfreeze'],
      ['POST', '/admin/users/u-typo/unfreeze'],
      ['GET', '/admin/sessions'],
    ] as const) {
      const response = await stack.call(rogue, method, path, method === 'POST' ? { reason } : undefined)
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'session_frozen' })
    }
    expect(await stack.sessions.findUser({ tenant: 'default', sub: 'rogue' })).toMatchObject({
      freezeState: { state: 'frozen' },
    })
    await okJson(await stack.call('carol', 'POST', '/admin/users/rogue/unfreeze', { reason }))
    await okJson(await stack.call(rogue, 'GET', '/admin/users/rogue/freeze'))
  })
})
