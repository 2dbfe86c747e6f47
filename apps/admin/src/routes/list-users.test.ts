import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack.stop())

const pageSchema = z.strictObject({
  data: z.array(z.looseObject({ sub: z.string() })),
  next: z.string().optional(),
})
const page = async (query: string) =>
  pageSchema.parse(await okJson(await stack.call('dave', 'GET', `/admin/users${query}`)))
const subs = async (query: string) => (await page(query)).data.map(({ sub }) => sub)

const freeze = (sub: string, verb: 'freeze' | 'unfreeze') =>
  stack.call('carol', 'POST', `/admin/users/${sub}/${verb}`, {
    reason: 'A drill.',
    ...(verb === 'freeze' && { force: true }),
  })

describe('GET /admin/users', () => {
  it('finds people by the beginning of a name, by department, and by whether they are active', async () => {
    await stack.begin('u-alice')
    expect(await page('?search=ALI')).toEqual({
      data: [
        {
          ...{ sub: 'u-alice', known: true, active: true, username: 'alice', email: 'Alice@example.test' },
          ...{ departments: ['finance'], roles: [], state: 'active', sessions: 1 },
        },
      ],
    })
    expect(await subs('?department=security')).toEqual(['carol', 'dave'])
    expect((await page('?search=carol')).data).toMatchObject([{ roles: ['ciso'], departments: ['security'] }])
    expect(await subs('?active=false')).toEqual(['gone'])
    expect(await subs('?search=nobody')).toEqual([])
  })

  it('gives page after page', async () => {
    const all = await subs('')
    const seen: string[] = []
    let next: string | undefined
    do {
      const one = await page(`?limit=3${next === undefined ? '' : `&cursor=${next}`}`)
      seen.push(...one.data.map(({ sub }) => sub))
      next = one.next
    } while (next !== undefined)
    expect(seen).toEqual(all)
    expect(all).toHaveLength(8)
  })

  it('shows who is frozen, known or not, until they are no more', async () => {
    for (const sub of ['u-bob', 'a-stranger', 'gone']) expect((await freeze(sub, 'freeze')).status).toBe(200)
    const frozen = { state: 'frozen', freeze: { by: 'user:carol', at: TIME } }
    expect((await page('?frozen=true')).data).toMatchObject([
      { sub: 'a-stranger', known: false, active: false, ...frozen },
      { sub: 'gone', known: true, active: false, ...frozen },
      { sub: 'u-bob', known: true, active: true, ...frozen },
    ])
    expect(await subs('?frozen=true&search=BOB')).toEqual(['u-bob'])
    expect(await subs('?frozen=true&department=engineering&active=true')).toEqual(['u-bob'])
    expect(await subs('?frozen=true&active=false&search=g')).toEqual(['gone'])
    expect(await page('?frozen=true&limit=2')).toMatchObject({ next: 'gone' })
    await freeze('u-bob', 'unfreeze')
    expect(await subs('?frozen=true')).toEqual(['a-stranger', 'gone'])
    expect((await page('?search=bob')).data).toMatchObject([{ state: 'active', freeze: { state: 'active' } }])
  })

  it('shows nobody of another tenant', async () => {
    const { pool } = stack.database
    await pool.query(`INSERT INTO users (tenant, sub, groups, active) VALUES ('other', 'u-elsewhere', '{}', true)`)
    expect(await subs('?search=u-else')).toEqual([])
    const missing = await problemOf(await stack.call('dave', 'GET', '/admin/users/u-elsewhere'))
    expect(missing).toMatchObject({ code: 'user_not_found' })
  })

  it.each(['?limit=0', '?limit=101', '?frozen=false', '?active=yes', '?search=', '?name=x'])(
    'refuses %s',
    async (query) => {
      const refused = await problemOf(await stack.call('dave', 'GET', `/admin/users${query}`))
      expect(refused).toMatchObject({ code: 'invalid_request' })
    },
  )

  it('puts on record that somebody has looked, once a minute', async () => {
    await stack.takeRecords()
    const counsel = { sub: 'grace', groups: ['role:legal-counsel'] }
    for (const path of ['', '/u-alice'])
      expect((await stack.call(counsel, 'GET', `/admin/users${path}`)).status).toBe(200)
    expect(await stack.takeRecords()).toMatchObject([{ event: 'users.read', actor: 'user:grace', severity: 'low' }])
  })
})

describe('GET /admin/users/{sub}', () => {
  it('shows one person, and not somebody of whom nobody knows', async () => {
    expect(await okJson(await stack.call('carol', 'GET', '/admin/users/erin'))).toMatchObject({
      ...{ sub: 'erin', known: true, roles: ['aigo'], departments: ['finance'], state: 'active' },
    })
    const missing = await problemOf(await stack.call('carol', 'GET', '/admin/users/nobody-at-all'))
    expect(missing).toMatchObject({ code: 'user_not_found' })
  })
})
