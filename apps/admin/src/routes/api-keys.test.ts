import { isApiKey, readApiKey } from '@sluice/auth'
import { apiKeyClient } from '@sluice/contracts'
import { createApiKeysRepository } from '@sluice/db'
import { startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'
import { apiKeySchema } from '../wire/api-key-view.ts'
import { takenSchema, usedByCurrencySchema } from '../wire/user-limits-view.ts'

const newKey = apiKeySchema.extend({ key: z.string() }).strict()
const keyPage = z.strictObject({ data: z.array(apiKeySchema), next: z.string().optional() })

const HEIDI = { sub: 'office', groups: ['dept:finance', 'role:dept-admin'] }
const HOLDER = { sub: 'u-bob', groups: ['dept:engineering', 'role:key-holder'] }
const BOT = { tenant: 'default', sub: 'build-bot', groups: ['dept:finance', 'bots'] }

let stack: AdminStack
beforeAll(async () => {
  // A Redis of its own: a test takes its memory away.
  const redis = await startOwnRedis({ sources: ['binary'] })
  stack = await startAdminStack({ SERVICE_IDENTITIES: JSON.stringify([BOT]) }, { redis })
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  await stack.database.pool.query('DELETE FROM api_keys')
  await stack.takeRecords()
})

type Caller = Parameters<AdminStack['call']>[0]
const create = (caller: Caller, body: object = {}) =>
  stack.call(caller, 'POST', '/admin/api-keys', { name: 'ci', ...body })
const created = async (caller: Caller, body: object = {}) => {
  const response = await create(caller, body)
  expect(response.status).toBe(201)
  return newKey.parse(await response.json())
}
const pageFor = async (caller: Caller, query = '') =>
  keyPage.parse(await okJson(await stack.call(caller, 'GET', `/admin/api-keys${query}`)))
const idsFor = async (caller: Caller) => (await pageFor(caller)).data.map(({ id }) => id)
const detailSchema = apiKeySchema.extend({ taken: takenSchema, used: usedByCurrencySchema }).strict()
const shownKey = async (id: string) =>
  detailSchema.parse(await okJson(await stack.call('carol', 'GET', `/admin/api-keys/${id}`)))

describe('a new key', () => {
  it('is shown once, is stored as a hash, and is on record', async () => {
    const limits = { models: ['gpt-5'], wires: ['chat', 'messages'], requests_per_minute: 10, expires_in_days: 7 }
    const spending = {
      tokens_per_minute: 1_000,
      tokens_per_day: 2_000,
      tokens_per_month: 3_000,
      cost_per_day: 0.5,
      cost_per_month: 7,
    }
    const { key, ...shown } = await created('carol', { user: 'u-alice', ...limits, ...spending })
    expect(shown).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'ci', owner: 'u-alice', state: 'active' },
      departments: ['finance'],
      ...{ models: limits.models, wires: limits.wires, requests_per_minute: 10, ...spending, limits_version: 1 },
      ...{ created_by: 'user:carol', created_at: TIME, expires_at: TIME },
    })
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(7 * 86_400_000)
    const read = readApiKey(key)
    expect(read?.id).toBe(shown.id)
    const stored = await createApiKeysRepository(stack.database).findAnywhere(shown.id)
    expect(stored).toMatchObject({ tenant: 'default', sub: 'u-alice', groups: ['dept:finance'] })
    expect(stored?.spending).toEqual({
      ...{ tokensPerMinute: 1_000, tokensPerDay: 2_000, tokensPerMonth: 3_000, costPerDay: 0.5, costPerMonth: 7 },
    })
    expect(stored?.secretHash).toBe(read?.secretHash)
    const records = await stack.takeRecords()
    expect(records).toMatchObject([
      {
        ...{ kind: 'control', event: 'api_key.created', actor: 'user:carol', tenant: 'default', sub: 'u-alice' },
        details: { key: shown.id, models: 1, wires: 'chat,messages', requests_per_minute: 10, ...spending },
      },
    ])
    const secret = key.slice(key.indexOf('_') + 1)
    const everywhere = [records, stored, await shownKey(shown.id)]
    expect(JSON.stringify(everywhere) + stack.logged()).not.toContain(secret)
  })

  it('acts for its maker with the groups of the token, where it names nobody', async () => {
    const { id } = await created(HOLDER)
    const stored = await createApiKeysRepository(stack.database).findAnywhere(id)
    expect(stored).toMatchObject({ sub: 'u-bob', groups: HOLDER.groups, departments: ['engineering'] })
  })

  it('acts for a service with its groups', async () => {
    const { id, owner } = await created(HEIDI, { service: 'build-bot' })
    expect(owner).toBe('build-bot')
    expect(await createApiKeysRepository(stack.database).findAnywhere(id)).toMatchObject({ groups: BOT.groups })
  })

  it('is not stored where it cannot be put on record', async () => {
    await stack.redisClient.config('SET', 'maxmemory', '1')
    try {
      expect((await create('carol', { user: 'u-alice' })).status).toBe(503)
    } finally {
      await stack.redisClient.config('SET', 'maxmemory', '0')
    }
    expect(await idsFor('carol')).toEqual([])
  })

  it.each<[string, Caller, object, number, string]>([
    ['of a Dept Admin for another department', HEIDI, { user: 'u-bob' }, 403, 'action_not_permitted'],
    ['of a Dept Admin for somebody with a role', HEIDI, { user: 'erin' }, 403, 'action_not_permitted'],
    ['of a Key Holder for another', HOLDER, { user: 'u-alice' }, 403, 'action_not_permitted'],
    ['of a Key Holder for a service', HOLDER, { service: 'build-bot' }, 403, 'action_not_permitted'],
    ['for nobody who is known', 'carol', { user: 'nobody' }, 404, 'user_not_found'],
    ['for somebody who has left', 'carol', { user: 'gone' }, 404, 'user_not_found'],
    ['for a service that is not configured', 'carol', { service: 'other-bot' }, 404, 'user_not_found'],
    ['for a user and a service', 'carol', { user: 'u-alice', service: 'build-bot' }, 400, 'invalid_request'],
    ['for a wire that is none', 'carol', { wires: ['gemini'] }, 400, 'invalid_request'],
    ['for ever', 'carol', { expires_in_days: 367 }, 400, 'invalid_request'],
    ['without a name', 'carol', { name: '' }, 400, 'invalid_request'],
    ['with a secret of its own', 'carol', { key: 'sk-sluice-x' }, 400, 'invalid_request'],
  ])('%s is refused', async (_what, caller, body, status, code) => {
    expect(await problemOf(await create(caller, body))).toMatchObject({ status, code })
    expect(await idsFor('carol')).toEqual([])
  })

  it('is refused where its owner has 50 that are good, also of two at once', async () => {
    for (let made = 0; made < 48; made += 1) await created(HOLDER)
    const answers = await Promise.all([create(HOLDER), create(HOLDER), create(HOLDER), create(HOLDER)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  })
})

describe('the list', () => {
  it('shows each role what it reaches, and pages', async () => {
    const [alice, own, bot] = [
      await created('carol', { user: 'u-alice' }),
      await created(HOLDER),
      await created('carol', { service: 'build-bot' }),
    ].map(({ id }) => id)
    expect(await idsFor('carol')).toEqual([bot, own, alice])
    expect(await idsFor(HEIDI)).toEqual([bot, alice])
    expect(await idsFor(HOLDER)).toEqual([own])
    const page = await pageFor('carol', '?limit=2')
    expect(page.next).toBe(own)
    const rest = await pageFor('carol', `?limit=2&cursor=${page.next}`)
    expect(rest.data.map(({ id }) => id)).toEqual([alice])
    expect(JSON.stringify([page, rest])).not.toContain('secret')
  })

  it('has no key of another department behind its address', async () => {
    const { id } = await created('carol', { user: 'u-alice' })
    for (const [method, path] of [
      ['GET', `/admin/api-keys/${id}`],
      ['POST', `/admin/api-keys/${id}/revoke`],
    ] as const) {
      const body = method === 'POST' ? { reason: 'x' } : undefined
      expect(await problemOf(await stack.call(HOLDER, method, path, body))).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('a revocation', () => {
  it.each<[string, Caller]>([
    ['CISO', 'carol'],
    ['SOC Analyst', 'dave'],
    ['Dept Admin', HEIDI],
  ])('by a %s holds in both stores and is on record', async (_role, caller) => {
    const { id } = await created('carol', { user: 'u-alice' })
    await stack.takeRecords()
    const order = { reason: 'it was found in a repository', incident_id: 'INC-7' }
    const answer = await okJson(await stack.call(caller, 'POST', `/admin/api-keys/${id}/revoke`, order))
    expect(answer).toMatchObject({ id, changed: true, recorded: true, gateways: { alive: 0, missing: [] } })
    const ref = { tenant: 'default', sub: 'u-alice', client: apiKeyClient(id) }
    await expect(stack.sessions.requireUnstopped(ref)).rejects.toMatchObject({ code: 'token_invalid' })
    const by = `user:${typeof caller === 'string' ? caller : 'office'}`
    expect(await shownKey(id)).toMatchObject({ state: 'revoked', revoked_by: by, revoked_at: TIME })
    expect((await stack.takeRecords()).filter(({ event }) => event === 'api_key.revoked')).toMatchObject([
      { actor: by, sub: 'u-alice', severity: 'critical', incident_id: 'INC-7', details: { key: id } },
    ])
    const again = await okJson(await stack.call('carol', 'POST', `/admin/api-keys/${id}/revoke`, order))
    expect(again).toMatchObject({ changed: false })
    expect((await shownKey(id)).revoked_by).toBe(by)
  })
})

describe('at the admin service', () => {
  it('no key opens anything, not even one of a CISO', async () => {
    const { key } = await created('carol')
    expect(isApiKey(key)).toBe(true)
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }, { 'api-key': key }]) {
      const response = await fetch(`${stack.url}/admin/sessions`, { headers: headers as Record<string, string> })
      expect(response.status).toBe(401)
    }
    expect(stack.logged()).not.toContain(key.slice(27))
  })

  it('a token of a service has the groups of its configuration, not those that it says', async () => {
    const service = { sub: 'build-bot', groups: ['role:ciso'] }
    expect(await problemOf(await stack.call(service, 'GET', '/admin/api-keys'))).toMatchObject({
      ...{ status: 403, code: 'action_not_permitted' },
    })
  })
})
