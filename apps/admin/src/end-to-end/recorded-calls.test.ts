import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdminStack, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({ REFUSALS_WINDOW_MS: '300' })
}, 300_000)
afterAll(() => stack.stop())
afterEach(async () => void (await stack.takeRecords()))

const within = { timeout: 20_000, interval: 50 }

describe('a refused admin call', () => {
  it('leaves a record that names the call, and repeated ones a count', async () => {
    for (let call = 0; call < 4; call++) {
      expect((await stack.call('u-bob', 'GET', '/admin/policies')).status).toBe(403)
    }
    await vi.waitFor(async () => expect(await stack.records()).toHaveLength(2), within)
    expect(await stack.records()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ kind: 'control', event: 'admin.refused', severity: 'medium', actor: 'user:u-bob', sub: 'u-bob' },
          details: { call: 'GET /admin/policies', code: 'action_not_permitted' },
        }),
        expect.objectContaining({
          ...{ kind: 'refusals', service: 'admin', sub: 'u-bob', code: 'action_not_permitted', count: 3 },
        }),
      ]),
    )
  })

  it('of a stranger is counted by network', async () => {
    for (let call = 0; call < 3; call++) await stack.call(undefined, 'GET', `/admin/sessions/${call}`)
    await vi.waitFor(async () => expect(await stack.records()).toHaveLength(1), within)
    expect(await stack.records()).toMatchObject([
      { kind: 'refusals', service: 'admin', peer: '127.0.0.0/24', code: 'token_missing', count: 3 },
    ])
  })
})

describe('a reading', () => {
  it.each([
    ['erin', '/admin/private-semantic-map', 'codenames.read'],
    ['carol', '/admin/sessions', 'sessions.read'],
    ['grace', '/admin/audit-log', 'audit_log.read'],
    ['grace', '/admin/audit-log?format=ndjson', 'audit_log.exported'],
    ['dave', '/admin/siem-events', 'siem_events.read'],
  ] as const)('by %s of %s leaves one record in a minute: %s', async (person, path, event) => {
    for (let call = 0; call < 3; call++) {
      const response = await stack.call(person, 'GET', path)
      await response.text()
      expect(response.status).toBe(200)
    }
    expect(await stack.records()).toMatchObject([{ kind: 'control', event, actor: `user:${person}`, severity: 'low' }])
  })

  it('of one session, or of the freeze of a user, counts as one of sessions', async () => {
    const { id } = await stack.begin('u-alice')
    await stack.takeRecords()
    await stack.call({ sub: 'carol', groups: ['role:ciso'] }, 'GET', `/admin/sessions/${id}`)
    expect((await stack.call('dave', 'GET', '/admin/users/u-alice/freeze')).status).toBe(200)
    // Carol has read a list within the minute.
    expect(await stack.records()).toMatchObject([{ event: 'sessions.read', actor: 'user:dave' }])
  })
})
