import { controlRecordSchema } from '@sluice/contracts'
import { createUsersRepository } from '@sluice/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const json = async (response: Response) => {
  expect(response.status).toBe(200)
  return await response.json()
}
const pageSchema = z.strictObject({
  data: z.array(z.looseObject({ id: z.number(), user: z.looseObject({ sub: z.string() }) })),
  next: z.string().optional(),
})
const pageOf = async (response: Response) => pageSchema.parse(await json(response))
const idsOf = (page: z.infer<typeof pageSchema>) => page.data.map(({ id }) => id)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const reason = 'phishing, case 7'
const nobodyAlive = { alive: 0, acknowledged: 0, missing: [] }

describe('GET /admin/sessions/{id}', () => {
  it('shows a session, and nothing of what was said in it', async () => {
    const { id } = await stack.begin('u-alice', { departments: ['finance', 'eu'], name: 'run-7' })
    expect(await json(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toEqual({
      id,
      state: 'active',
      tenant: 'default',
      user: { sub: 'u-alice', username: 'alice' },
      client: 'web',
      name: 'run-7',
      departments: ['finance', 'eu'],
      created_at: time,
      last_seen_at: time,
      freeze: {},
    })
  })

  it('shows a session of someone whom the directory does not know', async () => {
    const { id } = await stack.begin('no-record')
    expect(await json(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toMatchObject({
      user: { sub: 'no-record' },
      departments: [],
    })
  })

  it('shows AIGO its own departments; others seem not to exist', async () => {
    const own = await stack.begin('u-alice', { departments: ['legal', 'finance'], name: 'own' })
    const other = await stack.begin('u-bob', { departments: ['engineering'] })
    const none = await stack.begin('no-department')
    expect(await json(await stack.call('erin', 'GET', `/admin/sessions/${own.id}`))).toMatchObject({ id: own.id })
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
    await json(await stack.call('carol', 'GET', `/admin/sessions/${before.id}`))
    expect(await stack.sessions.find(before.id)).toMatchObject({ lastSeenMs: before.lastSeenMs })
  })
})

describe('GET /admin/sessions', () => {
  it('finds by subject, name and address, in any case of the last two', async () => {
    const { id } = await stack.begin('u-alice', { departments: ['finance'] })
    for (const user of ['u-alice', 'alice', 'ALICE', 'alice@example.test', 'Alice@EXAMPLE.test']) {
      const body = await pageOf(await stack.call('carol', 'GET', `/admin/sessions?user=${encodeURIComponent(user)}`))
      expect(idsOf(body)).toContain(id)
      expect(new Set(body.data.map((session) => session.user.sub))).toEqual(new Set(['u-alice']))
    }
    for (const user of ['U-ALICE', 'alic', 'alice%', "' OR 1=1 --", 'nobody at all', '日本']) {
      const body = await pageOf(await stack.call('carol', 'GET', `/admin/sessions?user=${encodeURIComponent(user)}`))
      expect(body).toEqual({ data: [] })
    }
  })

  it('tells two users of one name apart, page by page', async () => {
    const mine: number[] = []
    for (const [place, sub] of ['twin-1', 'twin-2', 'twin-1', 'twin', 'twin-2', 'twin-1', 'twin-2'].entries()) {
      mine.unshift((await stack.begin(sub, { name: `n${place}` })).id)
    }
    const users = createUsersRepository(stack.database)
    for (const sub of ['twin-1', 'twin-2']) {
      await users.upsert({ tenant: 'default', sub, preferredUsername: 'twin', groups: [], active: true })
    }
    for (const limit of [1, 2, 3, 7, 100]) {
      const seen: number[] = []
      let cursor = ''
      do {
        const body = await pageOf(await stack.call('carol', 'GET', `/admin/sessions?user=twin&limit=${limit}${cursor}`))
        expect(body.data.length).toBeLessThanOrEqual(limit)
        seen.push(...idsOf(body))
        cursor = body.next === undefined ? '' : `&cursor=${body.next}`
      } while (cursor !== '')
      expect(seen).toEqual(mine)
    }
  })

  it('finds by state', async () => {
    const { id } = await stack.begin('u-bob', { name: 'to-freeze' })
    await json(await stack.call('dave', 'POST', `/admin/sessions/${id}/freeze`, { reason }))
    expect(idsOf(await pageOf(await stack.call('carol', 'GET', '/admin/sessions?state=frozen')))).toContain(id)
    expect(idsOf(await pageOf(await stack.call('carol', 'GET', '/admin/sessions?state=active')))).not.toContain(id)
  })

  it('shows SOC analysts states and ids only', async () => {
    const { id } = await stack.begin('u-alice', { departments: ['finance'], name: 'secret-name' })
    const { data } = await pageOf(await stack.call('dave', 'GET', '/admin/sessions?user=alice&limit=1'))
    expect(data).toEqual([{ id, state: 'active', tenant: 'default', user: { sub: 'u-alice' } }])
  })

  it('shows AIGO only its own departments, and who is both a little of everything', async () => {
    const own = await stack.begin('u-alice', { departments: ['finance'], name: 'aigo' })
    const other = await stack.begin('u-bob', { departments: ['engineering'], name: 'aigo' })
    const asAigo = await pageOf(await stack.call('erin', 'GET', '/admin/sessions?limit=100'))
    expect(idsOf(asAigo)).toContain(own.id)
    expect(idsOf(asAigo)).not.toContain(other.id)
    expect(await pageOf(await stack.call('erin', 'GET', '/admin/sessions?user=bob'))).toEqual({ data: [] })
    const both = { sub: 'erin', groups: ['role:aigo', 'role:soc-analyst', 'dept:finance'] }
    const { data } = await pageOf(await stack.call(both, 'GET', '/admin/sessions?limit=2'))
    expect(data).toEqual([
      { id: other.id, state: 'active', tenant: 'default', user: { sub: 'u-bob' } },
      expect.objectContaining({ id: own.id, departments: ['finance'] }),
    ])
  })

  it('lists no other tenant', async () => {
    const { id } = await stack.begin('u-alice', { tenant: 'other' })
    expect(idsOf(await pageOf(await stack.call('carol', 'GET', '/admin/sessions?limit=100')))).not.toContain(id)
    expect(idsOf(await pageOf(await stack.call('carol', 'GET', '/admin/sessions?user=u-alice')))).not.toContain(id)
  })
})

describe('freezing a session', () => {
  it('takes effect, answers what it did, is on record, and may be said twice', async () => {
    const { id } = await stack.begin('u-alice', { name: 'frozen' })
    const body = { reason, incident_id: 'INC-7' }
    const response = await stack.call('dave', 'POST', `/admin/sessions/${id}/freeze`, body)
    const requestId = response.headers.get('x-request-id')
    expect(await json(response)).toEqual({
      ...{ changed: true, state: 'frozen', version: 1, at: time, sessions: 1, recorded: true },
      gateways: nobodyAlive,
      elapsed_ms: expect.any(Number),
    })
    await expect(stack.begin('u-alice', { name: 'frozen' })).rejects.toMatchObject({ code: 'session_frozen' })
    expect(await stack.begin('u-alice', { name: 'another' })).toMatchObject({ state: 'active' })
    const record = controlRecordSchema.parse((await stack.records()).at(-1))
    expect(record).toMatchObject({
      ...{ event: 'session.frozen', actor: 'user:dave', service: 'admin', tenant: 'default', sub: 'u-alice' },
      ...{ session_id: id, reason, incident_id: 'INC-7', request_id: requestId },
    })
    const again = await json(await stack.call('carol', 'POST', `/admin/sessions/${id}/freeze`, { reason: 'again' }))
    expect(again).toMatchObject({ changed: false, state: 'frozen', version: 1 })
    expect(await json(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toMatchObject({
      state: 'frozen',
      freeze: { session: { state: 'frozen', version: 1, at: time, reason, by: 'user:dave' } },
    })
  })

  it('ends when a CISO says so, with the reason on record', async () => {
    const { id } = await stack.begin('u-bob', { name: 'let-go' })
    await json(await stack.call('carol', 'POST', `/admin/sessions/${id}/freeze`, { reason }))
    const refused = await stack.call('dave', 'POST', `/admin/sessions/${id}/unfreeze`, { reason })
    expect(await problemOf(refused)).toMatchObject({ status: 403, detail: 'This needs the role CISO.' })
    const report = await json(
      await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason: 'cleared' }),
    )
    expect(report).toMatchObject({ changed: true, state: 'active', version: 2, recorded: true })
    expect(await stack.begin('u-bob', { name: 'let-go' })).toMatchObject({ id, state: 'active' })
    expect((await stack.records()).at(-1)).toMatchObject({
      ...{ event: 'session.unfrozen', actor: 'user:carol', session_id: id, reason: 'cleared' },
    })
    const again = await json(await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason: 'again' }))
    expect(again).toMatchObject({ changed: false, state: 'active' })
  })

  it('does not answer a time for what never happened', async () => {
    const { id } = await stack.begin('u-bob', { name: 'never-frozen' })
    const report = await json(await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason }))
    expect(report).toMatchObject({ changed: false, state: 'active', version: 0 })
    expect(report).not.toHaveProperty('at')
  })
})

describe('freezing a user', () => {
  it('reaches every session, shows who did it, and ends when a CISO says so', async () => {
    const one = await stack.begin('u-user', { name: 'one' })
    await stack.begin('u-user', { name: 'two' })
    expect(await json(await stack.call('dave', 'GET', '/admin/users/u-user/freeze'))).toEqual({
      ...{ tenant: 'default', user: { sub: 'u-user' }, state: 'active', sessions: 2 },
    })
    const report = await json(await stack.call('dave', 'POST', '/admin/users/u-user/freeze', { reason }))
    expect(report).toMatchObject({ changed: true, state: 'frozen', version: 1, sessions: 2, recorded: true })
    for (const name of ['one', 'two', 'three']) {
      await expect(stack.begin('u-user', { name })).rejects.toMatchObject({ code: 'session_frozen' })
    }
    expect(await json(await stack.call('carol', 'GET', '/admin/users/u-user/freeze'))).toMatchObject({
      state: 'frozen',
      freeze: { state: 'frozen', reason, by: 'user:dave', version: 1, at: time },
    })
    expect(await json(await stack.call('carol', 'GET', `/admin/sessions/${one.id}`))).toMatchObject({
      state: 'frozen',
      freeze: { user: { reason } },
    })
    expect((await stack.records()).at(-1)).toMatchObject({ event: 'user.frozen', actor: 'user:dave', sub: 'u-user' })
    const freed = await json(await stack.call('carol', 'POST', '/admin/users/u-user/unfreeze', { reason: 'cleared' }))
    expect(freed).toMatchObject({ changed: true, state: 'active', version: 2 })
    expect(await stack.begin('u-user', { name: 'one' })).toMatchObject({ id: one.id })
    expect((await stack.records()).at(-1)).toMatchObject({ event: 'user.unfrozen', actor: 'user:carol' })
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
    expect(await json(forced)).toMatchObject({ changed: true, sessions: 0 })
    await expect(stack.begin('u-typo')).rejects.toMatchObject({ code: 'session_frozen' })
    expect(await json(await stack.call('carol', 'GET', '/admin/users/u-typo/freeze'))).toMatchObject({
      state: 'frozen',
    })
  })

  it.each(['a/b', 'a%2Fb', '日本 語', 'mailto:x@example.test?a=b#c', 'x'.repeat(256), '{u}', '😀', "o'neil", '..%2f'])(
    'takes the subject %j as it is, percent-encoded',
    async (sub) => {
      const path = `/admin/users/${encodeURIComponent(sub)}/freeze`
      await json(await stack.call('carol', 'POST', path, { reason, force: true }))
      const { freezeState } = await stack.sessions.findUser({ tenant: 'default', sub })
      expect(freezeState).toMatchObject({ state: 'frozen', reason })
      expect(await json(await stack.call('dave', 'GET', path))).toMatchObject({ user: { sub } })
    },
  )

  it('stays within the tenant of the caller', async () => {
    await stack.begin('u-alice', { tenant: 'elsewhere', name: 'x' })
    await json(await stack.call('carol', 'POST', '/admin/users/u-alice/freeze', { reason }))
    expect(await stack.sessions.findUser({ tenant: 'elsewhere', sub: 'u-alice' })).toEqual({ sessions: 1 })
    await json(await stack.call('carol', 'POST', '/admin/users/u-alice/unfreeze', { reason }))
  })

  it('stops an administrator too: a frozen CISO frees nobody, least of all themselves', async () => {
    await createUsersRepository(stack.database).upsert({ tenant: 'default', sub: 'rogue', groups: [], active: true })
    const rogue = { sub: 'rogue', groups: ['role:ciso'] }
    await json(await stack.call(rogue, 'GET', '/admin/users/rogue/freeze'))
    await json(await stack.call('dave', 'POST', '/admin/users/rogue/freeze', { reason }))
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
    await json(await stack.call('carol', 'POST', '/admin/users/rogue/unfreeze', { reason }))
    await json(await stack.call(rogue, 'GET', '/admin/users/rogue/freeze'))
  })
})
