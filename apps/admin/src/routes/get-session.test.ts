import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const reason = 'phishing, case 7'

describe('GET /admin/sessions/{id}', () => {
  it('shows a session, and nothing of what was said in it', async () => {
    const { id } = await stack.begin('u-alice', { departments: ['finance', 'eu'], name: 'run-7' })
    expect(await okJson(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toEqual({
      id,
      state: 'active',
      tenant: 'default',
      user: { sub: 'u-alice', username: 'alice' },
      client: 'web',
      name: 'run-7',
      departments: ['finance', 'eu'],
      created_at: TIME,
      last_seen_at: TIME,
      freeze: {},
    })
  })

  it('shows a session of someone whom the directory does not know', async () => {
    const { id } = await stack.begin('no-record')
    expect(await okJson(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toMatchObject({
      user: { sub: 'no-record' },
      departments: [],
    })
  })

  it('shows AIGO its own departments; others seem not to exist', async () => {
    const own = await stack.begin('u-alice', { departments: ['legal', 'finance'], name: 'own' })
    const other = await stack.begin('u-bob', { departments: ['engineering'] })
    const none = await stack.begin('no-department')
    expect(await okJson(await stack.call('erin', 'GET', `/admin/sessions/${own.id}`))).toMatchObject({ id: own.id })
    const hidden = await Promise.all(
      [other.id, none.id, 999_999].map(async (id) => {
        const { request_id, ...problem } = await problemOf(await stack.call('erin', 'GET', `/admin/sessions/${id}`))
        return problem
      }),
    )
    expect(hidden[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect(hidden[1]).toEqual(hidden[0])
    expect(hidden[2]).toEqual(hidden[0])
  })

  it('shows AIGO without departments nothing', async () => {
    const { id } = await stack.begin('u-alice', { departments: ['finance'] })
    const response = await stack.call({ sub: 'erin', groups: ['role:aigo'] }, 'GET', `/admin/sessions/${id}`)
    expect(await problemOf(response)).toMatchObject({ status: 404 })
  })

  it('shows nobody another tenant', async () => {
    const { id } = await stack.begin('u-alice', { tenant: 'other', departments: ['finance'] })
    for (const path of [`/admin/sessions/${id}`, `/admin/sessions/${id}/freeze`, `/admin/sessions/${id}/unfreeze`]) {
      const body = path.endsWith('freeze') ? { reason } : undefined
      const response = await stack.call('carol', body ? 'POST' : 'GET', path, body)
      expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await stack.sessions.find(id))?.state).toBe('active')
  })

  it('changes nothing', async () => {
    const before = await stack.begin('u-alice')
    await okJson(await stack.call('carol', 'GET', `/admin/sessions/${before.id}`))
    expect(await stack.sessions.find(before.id)).toMatchObject({ lastSeenMs: before.lastSeenMs })
  })
})
