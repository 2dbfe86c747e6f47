import { createApiKeysRepository } from '@sluice/db'
import { startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'
import { apiKeySchema } from '../wire/api-key-view.ts'

const HEIDI = { sub: 'office', groups: ['dept:finance', 'role:dept-admin'] }
const HOLDER = { sub: 'u-bob', groups: ['dept:engineering', 'role:key-holder'] }
const BOTH = { tenant: 'default', sub: 'both-bot', groups: ['dept:finance', 'dept:hr'] }
const GATEWAYS = { alive: 0, acknowledged: 0, missing: [] }

const changed = z.strictObject({ key: apiKeySchema.strict(), gateways: z.unknown() })

let stack: AdminStack
beforeAll(async () => {
  // A Redis of its own: a test takes its memory away.
  const redis = await startOwnRedis({ sources: ['binary'] })
  stack = await startAdminStack({ SERVICE_IDENTITIES: JSON.stringify([BOTH]) }, { redis })
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  await stack.database.pool.query('DELETE FROM api_keys')
})

type Caller = Parameters<AdminStack['call']>[0]

async function keyOf(caller: Caller, body: object): Promise<string> {
  const response = await stack.call(caller, 'POST', '/admin/api-keys', { name: 'ci', ...body })
  const { id } = z.object({ id: z.string() }).parse(await response.json())
  await stack.takeRecords()
  return id
}
const change = (caller: Caller, id: string, body: object) =>
  stack.call(caller, 'POST', `/admin/api-keys/${id}/limits`, { reason: 'they need more', ...body })
const shown = async (id: string) =>
  apiKeySchema.parse(await okJson(await stack.call('carol', 'GET', `/admin/api-keys/${id}`)))

describe('the limits of a key', () => {
  it('change where they are named, go where they are null, and are on record as they were and are', async () => {
    const before = { requests_per_minute: 10, tokens_per_day: 500, cost_per_month: 7 }
    const id = await keyOf('carol', { user: 'u-alice', models: ['gpt-5'], ...before })
    const order = { version: 1, requests_per_minute: 20, tokens_per_day: null, cost_per_day: 0.5 }
    const answer = changed.parse(await okJson(await change('carol', id, order)))
    expect(answer.gateways).toEqual(GATEWAYS)
    const { requests_per_minute, tokens_per_day, cost_per_day, cost_per_month, ...rest } = answer.key
    expect([requests_per_minute, tokens_per_day, cost_per_day, cost_per_month]).toEqual([20, undefined, 0.5, 7])
    expect(rest).toMatchObject({ limits_version: 2, models: ['gpt-5'], state: 'active' })
    expect(await shown(id)).toEqual(answer.key)
    expect((await stack.takeRecords()).filter(({ event }) => event === 'api_key.changed')).toMatchObject([
      {
        ...{ actor: 'user:carol', sub: 'u-alice', severity: 'medium', reason: 'they need more' },
        details: {
          ...{ key: id, version: 2, requests_per_minute_before: 10, requests_per_minute_after: 20 },
          ...{ tokens_per_day_before: 500, tokens_per_day_after: 'none' },
          ...{
            cost_per_day_before: 'none',
            cost_per_day_after: 0.5,
            cost_per_month_before: 7,
            cost_per_month_after: 7,
          },
        },
      },
    ])
  })

  it('change once where two change them at the same time', async () => {
    const id = await keyOf('carol', { user: 'u-alice', requests_per_minute: 10 })
    const answers = await Promise.all(
      [11, 12, 13].map((limit) => change('carol', id, { version: 1, requests_per_minute: limit })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await problemOf(await change('carol', id, { version: 1, requests_per_minute: 14 }))).toMatchObject({
      code: 'conflict',
    })
    expect((await shown(id)).limits_version).toBe(2)
  })

  it('stay as they are where the change cannot be put on record', async () => {
    const id = await keyOf('carol', { user: 'u-alice', requests_per_minute: 10 })
    await stack.redisClient.config('SET', 'maxmemory', '1')
    try {
      expect((await change('carol', id, { version: 1, requests_per_minute: 20 })).status).toBe(503)
    } finally {
      await stack.redisClient.config('SET', 'maxmemory', '0')
    }
    expect(await shown(id)).toMatchObject({ requests_per_minute: 10, limits_version: 1 })
  })

  it('are for those to change who answer for the key, and not for its holder', async () => {
    const finance = await keyOf('carol', { user: 'u-alice' })
    const shared = await keyOf('carol', { service: 'both-bot' })
    const own = await keyOf(HOLDER, {})
    const codeOf = async (caller: Caller, id: string) => {
      const answer = await change(caller, id, { version: 1, tokens_per_minute: 5 })
      return answer.status === 200 ? 'changed' : (await problemOf(answer)).code
    }
    expect(await codeOf('dave', finance)).toBe('action_not_permitted')
    expect(await codeOf(HEIDI, own)).toBe('not_found')
    expect(await codeOf(HEIDI, shared)).toBe('action_not_permitted')
    expect(await codeOf(HOLDER, finance)).toBe('action_not_permitted')
    expect(await codeOf(HEIDI, finance)).toBe('changed')
    expect(await codeOf(HOLDER, own)).toBe('action_not_permitted')
    expect(await codeOf('carol', shared)).toBe('changed')
  })

  it.each<[string, object]>([
    ['without a version', { requests_per_minute: 5 }],
    ['without a reason', { version: 1, reason: '', requests_per_minute: 5 }],
    ['that are none', { version: 1, requests_per_minute: 0 }],
    ['that no key has', { version: 1, requests_per_hour: 5 }],
  ])('%s are refused', async (_what, body) => {
    const id = await keyOf('carol', { user: 'u-alice' })
    expect(await problemOf(await change('carol', id, body))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('of a key that was revoked do not change', async () => {
    const id = await keyOf('carol', { user: 'u-alice' })
    const revoked = { tenant: 'default', id, by: 'user:carol', at: new Date() }
    await createApiKeysRepository(stack.database).revoke(revoked)
    expect(await problemOf(await change('carol', id, { version: 1, tokens_per_minute: 5 }))).toMatchObject({
      status: 409,
    })
  })
})
