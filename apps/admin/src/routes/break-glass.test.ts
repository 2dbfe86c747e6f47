import { randomUUID } from 'node:crypto'
import { CommandBatcher } from '@sluice/redis'
import { createKeyRing, deriveToken, sealValue } from '@sluice/token-vault'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

const LEGAL = { sub: 'office', groups: ['role:legal-counsel'] }
const CISO = { sub: 'carol', groups: ['role:ciso'] }
const BOTH = { sub: 'grace', groups: ['role:legal-counsel', 'role:ciso'] }
const VALUES = [
  { entity: 'EMAIL_ADDRESS', level: 3, value: 'alice@example.test' },
  { entity: 'US_SSN', level: 4, value: '536-90-4399' },
] as const

const keyRing = createKeyRing(new Map([['k1', Buffer.alloc(32, 7)]]), 'k1')

let stack: AdminStack
let sessionId: number

beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  sessionId = (await stack.begin('u-alice')).id
  await storeMapping('u-alice', sessionId)
})
afterEach(async () => {
  await stack.database.pool.query('DELETE FROM break_glass_grants')
  await stack.takeRecords()
})

/** Stores values of a session as a gateway does. */
async function storeMapping(sub: string, id: number) {
  const bounds = { ttlMs: 60_000, maxSessionBytes: 65_536, maxUserBytes: 1_000_000, maxBytes: 100_000_000 }
  const stateMap = createRedisStateMap(new CommandBatcher(stack.redisClient), bounds)
  const user = { tenant: 'default', sub }
  const scope = { ...user, sessionId: id, secret: keyRing.newSessionSecret(user) }
  const { tokenKey } = keyRing.mappingKeys(scope)
  const sealed = VALUES.map((value) => {
    const token = deriveToken(tokenKey, value.entity, value.value)
    return [token, sealValue(keyRing, scope, token, value)] as const
  })
  await stateMap.write(scope, new Map(sealed))
}

const requestSchema = z.looseObject({ id: z.string() })
const pageSchema = z.looseObject({ data: z.array(z.unknown()) })
const listSchema = z.looseObject({
  data: z.array(requestSchema),
  next: z.string().optional(),
  last_drill_at: z.string().optional(),
})

type Caller = Parameters<AdminStack['call']>[0]

const opening = () => ({
  session_id: sessionId,
  reason: 'Court order 4711',
  entity_types: ['EMAIL_ADDRESS'],
  duration_minutes: 30,
})
const post = (caller: Caller, path: string, body: unknown = {}) =>
  stack.call(caller, 'POST', `/admin/break-glass${path}`, body)
const read = (caller: Caller, id: string) => stack.call(caller, 'GET', `/admin/break-glass/${id}/mappings`)

const values = async (caller: Caller, id: string) => pageSchema.parse(await okJson(await read(caller, id)))
const list = async (caller: Caller, path: string) =>
  listSchema.parse(await okJson(await stack.call(caller, 'GET', path)))

async function opened(caller: Caller = LEGAL, body: unknown = opening()): Promise<string> {
  const response = await post(caller, '', body)
  const answer: unknown = await response.json()
  // With the answer, a failure says which part was not there.
  expect([response.status, answer]).toEqual([201, expect.anything()])
  return requestSchema.parse(answer).id
}

async function confirmed(body: unknown = opening()): Promise<string> {
  const id = await opened(LEGAL, body)
  await okJson(await post(CISO, `/${id}/confirm`))
  return id
}

const eventsOf = async () => (await stack.records()).filter(({ event }) => String(event).startsWith('break_glass.'))

describe('two persons with two keys', () => {
  it.each([
    ['Legal Counsel first', LEGAL, CISO],
    ['the CISO first', CISO, LEGAL],
    ['one of them with both roles', BOTH, CISO],
  ])('read the asked values, each time on record: %s', async (_what, first, second) => {
    const id = await opened(first)
    expect(await problemOf(await read(first, id))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await okJson(await post(second, `/${id}/confirm`))).toMatchObject({ state: 'open', expires_at: TIME })
    for (const person of [first, second]) {
      const page = await values(person, id)
      expect(page.data).toEqual([{ token: expect.stringMatching(/^EMAIL_ADDRESS_/), ...VALUES[0] }])
    }
    const events = (await eventsOf()).filter(({ event }) => event !== 'break_glass.refused')
    expect(events.map(({ event, actor, severity }) => [event, actor, severity])).toEqual([
      ['break_glass.opened', `user:${first.sub}`, 'critical'],
      ['break_glass.confirmed', `user:${second.sub}`, 'critical'],
      ['break_glass.revealed', `user:${first.sub}`, 'critical'],
      ['break_glass.revealed', `user:${second.sub}`, 'critical'],
    ])
    expect(events.at(-1)).toMatchObject({ sub: 'u-alice', session_id: sessionId, details: { grant_id: id, values: 1 } })
    expect(JSON.stringify(await stack.records())).not.toContain('alice@example.test')
    expect(stack.logged()).not.toContain('alice@example.test')
  })

  it.each([
    ['the same person', LEGAL, LEGAL],
    ['one person with both roles', BOTH, BOTH],
    ['two persons of one role', CISO, { sub: 'erin', groups: ['role:ciso'] }],
    ['one person with first one, then the other role', LEGAL, { ...LEGAL, groups: ['role:ciso'] }],
  ])('are needed: not %s', async (_what, first, second) => {
    const id = await opened(first)
    expect(await problemOf(await post(second, `/${id}/confirm`))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await problemOf(await read(second, id))).toMatchObject({ code: expect.stringMatching(/conflict|permitted/) })
    expect((await eventsOf()).map(({ event }) => event)).toEqual([
      'break_glass.opened',
      'break_glass.refused',
      'break_glass.refused',
    ])
  })

  it('are told that the values of a session have expired', async () => {
    const { id: gone } = await stack.begin('u-bob', { name: 'gone' })
    const id = await confirmed({ ...opening(), session_id: gone })
    expect(await okJson(await read(CISO, id))).toMatchObject({ data: [], expired: true })
    const other = await confirmed()
    expect(await okJson(await read(CISO, other))).toMatchObject({ data: [{}], expired: false })
  })

  it('are no third person', async () => {
    const id = await confirmed()
    const third = { sub: 'erin', groups: ['role:ciso', 'role:legal-counsel'] }
    expect(await problemOf(await read(third, id))).toMatchObject({ status: 403, code: 'action_not_permitted' })
  })
})

describe('a first key', () => {
  it('expires', async () => {
    const id = await opened()
    await stack.database.pool.query("UPDATE break_glass_grants SET confirm_until = now() - interval '1 second'")
    expect(await problemOf(await post(CISO, `/${id}/confirm`))).toMatchObject({ status: 409, code: 'conflict' })
    expect((await eventsOf()).at(-1)).toMatchObject({
      event: 'break_glass.refused',
      actor: 'user:carol',
      details: { step: 'confirm', code: 'conflict', grant_id: id },
    })
  })

  it('opens nothing where its person has been frozen or has left since', async () => {
    const id = await opened()
    await stack.call('dave', 'POST', '/admin/users/office/freeze', { reason: 'lost laptop' })
    expect(await problemOf(await post(CISO, `/${id}/confirm`))).toMatchObject({ status: 409, code: 'conflict' })
    await stack.call('carol', 'POST', '/admin/users/office/unfreeze', { reason: 'found' })
    expect((await post(CISO, `/${id}/confirm`)).status).toBe(200)
    await stack.call('dave', 'POST', '/admin/users/office/freeze', { reason: 'lost laptop' })
    expect(await problemOf(await read(CISO, id))).toMatchObject({ status: 409, code: 'conflict' })
    await stack.call('carol', 'POST', '/admin/users/office/unfreeze', { reason: 'found' })
    expect((await read(CISO, id)).status).toBe(200)
  })

  it('is for a session that is there, in the own tenant', async () => {
    const foreign = await stack.begin('u-alice', { tenant: 'other' })
    for (const body of [
      { ...opening(), session_id: 4_711 },
      { ...opening(), session_id: foreign.id },
      { ...opening(), user: 'u-bob' },
    ]) {
      expect(await problemOf(await post(LEGAL, '', body))).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  it('reaches a session that has ended, by its number and its user', async () => {
    await storeMapping('u-bob', 1_800_000_000_000_000)
    const body = { ...opening(), session_id: 1_800_000_000_000_000, user: 'u-bob' }
    const page = await values(LEGAL, await confirmed(body))
    expect(page.data).toHaveLength(1)
  })

  it.each([
    ['no reason', { reason: undefined }, ['body.reason']],
    ['no type', { entity_types: [] }, ['body.entity_types']],
    ['an unknown type', { entity_types: ['SHOE_SIZE'] }, ['body.entity_types.0']],
    [
      'a session alone',
      { entity_types: undefined, duration_minutes: undefined },
      ['body.entity_types', 'body.duration_minutes'],
    ],
    ['no minute', { duration_minutes: 0 }, ['body.duration_minutes']],
    ['more than an hour', { duration_minutes: 61 }, ['body.duration_minutes']],
    ['a session and a drill', { drill: true }, ['body']],
  ])('is refused with %s, and says where the fault is', async (_what, changes, places) => {
    const problem = await problemOf(await post(LEGAL, '', { ...opening(), ...changes }))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem.errors?.map(({ path }) => path)).toEqual(places)
  })
})

describe('a grant', () => {
  it('is confirmed once', async () => {
    const id = await confirmed()
    expect(await problemOf(await post(CISO, `/${id}/confirm`))).toMatchObject({ status: 409, code: 'conflict' })
    const events = await eventsOf()
    expect(events.filter(({ event }) => event === 'break_glass.confirmed')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ event: 'break_glass.refused' })
  })

  it('is confirmed by one of two who press together', async () => {
    const id = await opened()
    const erin = { sub: 'erin', groups: ['role:ciso'] }
    const both = await Promise.all([post(CISO, `/${id}/confirm`), post(erin, `/${id}/confirm`)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('ends with its time', async () => {
    const id = await confirmed()
    await stack.database.pool.query("UPDATE break_glass_grants SET expires_at = now() - interval '1 second'")
    expect(await problemOf(await read(LEGAL, id))).toMatchObject({ status: 409, code: 'conflict' })
  })

  it.each([
    ['one of the two', LEGAL],
    ['another CISO', { sub: 'erin', groups: ['role:ciso'] }],
  ])('is ended by %s', async (_what, person) => {
    const id = await confirmed()
    expect(await okJson(await post(person, `/${id}/revoke`, { reason: 'Done' }))).toMatchObject({ state: 'revoked' })
    expect(await problemOf(await read(LEGAL, id))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await problemOf(await post(CISO, `/${id}/revoke`))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await eventsOf()).toContainEqual(
      expect.objectContaining({ event: 'break_glass.revoked', actor: `user:${person.sub}`, reason: 'Done' }),
    )
  })

  it('is nothing to another tenant, and unknown ones are refused and recorded', async () => {
    const id = await confirmed()
    await stack.database.pool.query(
      "INSERT INTO users (tenant, sub, groups, active) VALUES ('other', 'carol', '{}', true) ON CONFLICT DO NOTHING",
    )
    const stranger = { ...CISO, tid: 'other' }
    expect(await problemOf(await read(stranger, id))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await problemOf(await post(stranger, `/${id}/revoke`))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await eventsOf()).at(-1)).toMatchObject({ event: 'break_glass.refused', tenant: 'other' })
    expect(await problemOf(await read(CISO, randomUUID()))).toMatchObject({ status: 404 })
  })

  it('shows nothing to a person who has lost the role since', async () => {
    const id = await confirmed()
    const now = { ...LEGAL, groups: ['role:ciso'] }
    expect(await problemOf(await read(now, id))).toMatchObject({ status: 403, code: 'action_not_permitted' })
  })

  it('shows nothing that cannot be recorded', async () => {
    const id = await confirmed()
    const full = await stack.another({ OUTBOX_MAX_RECORDS: '1', OUTBOX_CONTROL_RESERVE_PERCENT: '0' })
    const authorization = `Bearer ${await stack.mint(LEGAL)}`
    const response = await fetch(`${full.url}/admin/break-glass/${id}/mappings`, { headers: { authorization } })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 503 })
    expect(JSON.stringify(problem)).not.toContain('alice')
  })

  it('is listed without values', async () => {
    const ids = [await confirmed(), await opened(), await opened()]
    const first = await list(CISO, '/admin/break-glass?limit=2')
    const second = await list(CISO, `/admin/break-glass?limit=2&cursor=${first.next}`)
    const listed = [...first.data, ...second.data]
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(listed.at(-1)).toMatchObject({
      state: 'open',
      drill: false,
      user: 'u-alice',
      opened: { by: 'user:office', at: TIME },
      confirmed: { by: 'user:carol', at: TIME },
    })
    expect(second.next).toBeUndefined()
    expect(JSON.stringify(listed)).not.toContain('@')
  })
})

describe('the gate', () => {
  it('records whom it refuses', async () => {
    expect((await post({ sub: 'dave', groups: ['role:soc-analyst'] }, '', opening())).status).toBe(403)
    expect((await post({ sub: 'gone', groups: ['role:ciso'] }, '', opening())).status).toBe(403)
    await expect
      .poll(async () => (await eventsOf()).map(({ actor, details }) => [actor, details]))
      .toEqual([
        ['user:dave', { step: 'POST /admin/break-glass', code: 'action_not_permitted' }],
        ['user:gone', { step: 'POST /admin/break-glass', code: 'user_not_active' }],
      ])
  })
})

describe('a drill', () => {
  it('goes the whole way on synthetic values, and shows when it last did', async () => {
    expect((await list(CISO, '/admin/break-glass')).last_drill_at).toBeUndefined()
    const id = await confirmed({ drill: true, reason: 'The drill of this month' })
    const page = await values(CISO, id)
    expect(page.data).toHaveLength(8)
    expect(page.data).toContainEqual(expect.objectContaining({ entity: 'US_SSN', value: '000-00-0000' }))
    const status = await list(LEGAL, '/admin/break-glass')
    expect(status.last_drill_at).toEqual(TIME)
    expect(status.data[0]).toMatchObject({ id, drill: true, proven_at: status.last_drill_at })
    expect((await eventsOf()).map(({ event }) => event)).toEqual([
      'break_glass.opened',
      'break_glass.confirmed',
      'break_glass.revealed',
      'break_glass.drill',
    ])
    const metrics = await (await fetch(`${stack.url}/metrics`)).text()
    expect(metrics).toMatch(/sluice_break_glass_last_drill_timestamp_seconds\{tenant="default",service="admin"\} \d/)
    const other = await opened()
    const idsOf = async (drill: boolean) =>
      (await list(CISO, `/admin/break-glass?drill=${drill}`)).data.map((one) => one.id)
    expect([await idsOf(true), await idsOf(false)]).toEqual([[id], [other]])
  })

  it('fails where the keys are others than those that sealed', async () => {
    const id = await confirmed({ drill: true, reason: 'A drill' })
    const others = JSON.stringify({ k1: Buffer.alloc(32, 8).toString('base64') })
    const wrong = await stack.another({ DATA_KEYS: others })
    const authorization = `Bearer ${await stack.mint(CISO)}`
    const response = await fetch(`${wrong.url}/admin/break-glass/${id}/mappings`, { headers: { authorization } })
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'layer_failed' })
    expect((await list(CISO, '/admin/break-glass')).last_drill_at).toBeUndefined()
  })
})
