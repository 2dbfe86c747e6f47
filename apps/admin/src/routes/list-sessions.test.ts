import { createUsersRepository } from '@sluice/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const pageSchema = z.strictObject({
  data: z.array(z.looseObject({ id: z.number(), user: z.looseObject({ sub: z.string() }) })),
  next: z.string().optional(),
})
const pageOf = async (response: Response) => pageSchema.parse(await okJson(response))
const idsOf = (page: z.infer<typeof pageSchema>) => page.data.map(({ id }) => id)
const reason = 'phishing, case 7'

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

  it('keeps two users of one name apart, page by page', async () => {
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
    await okJson(await stack.call('dave', 'POST', `/admin/sessions/${id}/freeze`, { reason }))
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
