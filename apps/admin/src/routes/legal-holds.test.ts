import { createRedisMosaics } from '@sluice/mosaic/redis'
import { CommandBatcher } from '@sluice/redis'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
const COUNSEL = { sub: 'office', groups: ['role:legal-counsel'] }

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({ AUDIT_WRITER: 'true' })
}, 300_000)
afterAll(() => stack?.stop())

const asCounsel = (method: string, path: string, body?: unknown) => stack.call(COUNSEL, method, path, body)
const page = z.object({ data: z.array(z.looseObject({ id: z.string(), erased: z.boolean().optional() })) })
const holdOf = async (answer: Response) => z.looseObject({ id: z.string() }).parse(await answer.json())

const entriesOf = async (query: string) =>
  page.parse(await okJson(await stack.call('grace', 'GET', `/admin/audit-log?${query}`))).data

async function recordSomething(sub: string): Promise<void> {
  await stack.call('carol', 'POST', `/admin/users/${sub}/freeze`, { reason: 'A test.', force: true })
  await vi.waitFor(async () => expect(await entriesOf(`user=${sub}`)).toHaveLength(1), within)
}

describe('legal holds and erasure', () => {
  it('keep the records of a person while a hold stands, and erase them once it was released', async () => {
    await recordSomething('maria')
    const opened = await asCounsel('POST', '/admin/legal-holds', { user: 'maria', reason: 'Case 17.' })
    expect(opened.status).toBe(201)
    const hold = await holdOf(opened)
    const seen = { id: hold.id, sub: 'maria', reason: 'Case 17.', opened_by: 'user:office', opened_at: TIME }
    expect(hold).toEqual({ ...seen, mappings: 0 })

    const order = { user: 'maria', reason: 'She has asked for it.' }
    // The hold left a record about her, too.
    await vi.waitFor(async () => expect(await entriesOf('user=maria')).toHaveLength(2), within)
    expect((await problemOf(await asCounsel('POST', '/admin/erasures', order))).code).toBe('conflict')
    expect(await entriesOf('user=maria')).toHaveLength(2)
    // That somebody wanted it is on record, and no erasure is.
    await vi.waitFor(async () => expect(await entriesOf('type=admin.refused')).toHaveLength(1), within)
    expect(await entriesOf('type=person.erased')).toEqual([])

    await okJson(await asCounsel('DELETE', `/admin/legal-holds/${hold.id}`))
    expect((await problemOf(await asCounsel('DELETE', `/admin/legal-holds/${hold.id}`))).code).toBe('not_found')
    const { data } = page.parse(await okJson(await asCounsel('GET', '/admin/legal-holds')))
    expect(data).toMatchObject([{ id: hold.id, released_by: 'user:office', released_at: TIME }])

    await vi.waitFor(async () => expect(await entriesOf('user=maria')).toHaveLength(3), within)
    const mosaics = createRedisMosaics(new CommandBatcher(stack.redisClient))
    const traits = [{ scope: 's7', subject: '', precision: 'sex', share: 0.5, value: 'f' }] as const
    const ofMaria = { tenant: 'default', sub: 'maria', erasures: undefined, traits, told: [] }
    await mosaics.exchange(ofMaria, Date.now())
    expect(await okJson(await asCounsel('POST', '/admin/erasures', order))).toMatchObject({
      erased: 3,
      keys: 0,
      sessions: 0,
    })
    expect(await mosaics.exchange({ ...ofMaria, traits: [] }, Date.now())).toMatchObject({ erasures: 1, traits: [] })
    expect(await entriesOf('user=maria')).toEqual([])
    const all = await entriesOf('limit=100')
    expect(JSON.stringify(all)).not.toContain('maria')
    expect(all.filter(({ erased }) => erased)).toHaveLength(3)
    await vi.waitFor(async () => expect(await entriesOf('type=person.erased')).toHaveLength(1), within)
    // A SIEM gets nothing of what was erased.
    const events = await (await stack.call('dave', 'GET', '/admin/siem-events?format=ndjson')).text()
    expect(events).not.toContain('record.unreadable')
    expect(events).not.toContain('maria')
  })

  it('keep the values behind the tokens of a person, and of a session, until they are released', async () => {
    const bounds = { ttlMs: 60_000, maxSessionBytes: 65_536, maxUserBytes: 1_000_000, maxBytes: 100_000_000 }
    const map = createRedisStateMap(new CommandBatcher(stack.redisClient), bounds)
    const { id: sessionId } = await stack.begin('u-bob', { name: 'held' })
    await map.write({ tenant: 'default', sub: 'u-bob', sessionId, secret: 'k1.a' }, new Map([['T_1', 'sealed']]))
    const times = async () => {
      const keys = await stack.redisClient.keys(`*:default:u-bob:${sessionId}:*`)
      const left = await Promise.all(
        keys.filter((key) => !key.endsWith(':held')).map((key) => stack.redisClient.pttl(key)),
      )
      return left.map((ms) => ms > 0)
    }
    expect(await times()).toEqual([true, true])
    const order = { user: 'u-bob', reason: 'Case 20.' }
    const hold = await holdOf(await asCounsel('POST', '/admin/legal-holds', order))
    expect(hold).toMatchObject({ mappings: 1 })
    expect(await times()).toEqual([false, false])
    // Whose session it was, the trail knows.
    await stack.call('carol', 'POST', `/admin/sessions/${sessionId}/freeze`, { reason: 'A test.' })
    await vi.waitFor(async () => expect(await entriesOf(`session=${sessionId}`)).toHaveLength(1), within)
    const ofSession = await holdOf(
      await asCounsel('POST', '/admin/legal-holds', { session_id: sessionId, reason: 'Case 21.' }),
    )
    expect(ofSession).toMatchObject({ mappings: 1 })
    await okJson(await asCounsel('DELETE', `/admin/legal-holds/${hold.id}`))
    expect(await times()).toEqual([false, false])
    await okJson(await asCounsel('DELETE', `/admin/legal-holds/${ofSession.id}`))
    expect(await times()).toEqual([true, true])
  })

  it('let nobody erase what was recorded about themselves', async () => {
    const answer = await asCounsel('POST', '/admin/erasures', { user: 'office', reason: 'Mine.' })
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'action_not_permitted' })
    await vi.waitFor(async () => expect(await entriesOf('type=admin.refused&user=office')).toHaveLength(1), within)
  })

  it('know nothing of holds of another tenant', async () => {
    const { id } = await holdOf(await asCounsel('POST', '/admin/legal-holds', { session_id: 4, reason: 'Case 18.' }))
    const rows = await stack.database.pool.query("UPDATE legal_holds SET tenant = 'other' WHERE id = $1", [id])
    expect(rows.rowCount).toBe(1)
    expect((await problemOf(await asCounsel('DELETE', `/admin/legal-holds/${id}`))).code).toBe('not_found')
    const { data } = page.parse(await okJson(await asCounsel('GET', '/admin/legal-holds')))
    expect(data.map((hold) => hold.id)).not.toContain(id)
  })

  it.each([
    { reason: 'No subject.' },
    { user: 'a', session_id: 1, reason: 'Both.' },
    { user: 'a' },
    { session_id: 0, reason: 'None.' },
  ])('refuse the order %j', async (order) => {
    expect((await problemOf(await asCounsel('POST', '/admin/legal-holds', order))).code).toBe('invalid_request')
  })
})
