import { randomUUID } from 'node:crypto'
import { createAuditTrail, type RecordedEntry } from '@sluice/db'
import { budgetId, budgetKey, createRedis } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
let redis: Redis
beforeAll(async () => {
  stack = await startAdminStack({
    QUOTAS: JSON.stringify({
      default: { requestsPerMinute: 300, tokensPerDay: 5_000 },
      byGroup: { 'role:batch': { tokensPerDay: null } },
      byDepartment: { engineering: { requestsPerMinute: 9_000, costPerMonth: 40 }, finance: { tokensPerDay: 2_000 } },
      byTenant: { '*': { costPerDay: 100 } },
    }),
  })
  redis = createRedis(stack.env['REDIS_URL'] ?? '', { commandTimeoutMs: 5_000 })
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await stack?.stop()
})

const TODAY = new Date().toISOString().slice(0, 10)
const MONTH = TODAY.slice(0, 7)
const HEAD = { sub: 'office', groups: ['dept:finance', 'role:dept-admin'] }

function entry(sub: string, departments: string[], apiKey?: string): RecordedEntry {
  return {
    ...{ id: randomUUID(), tenant: 'default', timeMs: Date.parse(TODAY), type: 'request.answered', severity: 1, sub },
    ...{ layers: [], policyIds: [], record: {} },
    usage: {
      ...{ model: 'm', endpoint: 'e', input_tokens: 100, output_tokens: 10, cost_micros: 7, currency: 'EUR' },
      ...{ estimated: false, cache_hit: false, departments, ...(apiKey && { api_key: apiKey }) },
    },
  }
}

/** As a gateway leases it. */
async function take(
  scope: 'user' | 'department' | 'tenant' | 'key',
  name: string,
  limit: 'tokensPerDay' | 'costPerMonth' | 'costPerDay',
  units: number,
) {
  const window = limit.endsWith('Day') ? TODAY : MONTH
  await redis.set(budgetKey(budgetId({ scope, tenant: 'default', name, limit, window })), String(units))
}

const once = { requests: 1, tokens: 110, cost_micros: 7 }
const limits = (caller: Parameters<AdminStack['call']>[0]) => stack.call(caller, 'GET', '/admin/limits')

describe('GET /admin/limits', () => {
  beforeAll(async () => {
    await createAuditTrail(stack.database).enter([entry('u-alice', ['finance']), entry('u-x', ['sales'])])
    await take('department', 'engineering', 'costPerMonth', 12_500_000)
    await take('department', 'finance', 'tokensPerDay', 150)
    await take('tenant', 'default', 'costPerDay', 1_000_000)
  })

  it.each(['carol', 'erin', 'grace'] as const)('shows %s the tenant and each department', async (caller) => {
    const used = [{ currency: 'EUR', day: once, month: once }]
    expect(await okJson(await limits(caller))).toEqual({
      day: TODAY,
      user: {
        use: { open_exchanges: 100, requests_per_minute: 300, refusals_per_minute: 600, bytes_in_flight: 67_108_864 },
        spending: { scope: 'user', name: '*', tokens_per_day: 5_000 },
      },
      tenant: {
        name: 'default',
        spending: { scope: 'tenant', name: 'default', cost_per_day: 100, taken: { cost_per_day: 1 } },
        used: [
          {
            currency: 'EUR',
            day: { requests: 2, tokens: 220, cost_micros: 14 },
            month: { requests: 2, tokens: 220, cost_micros: 14 },
          },
        ],
      },
      departments: [
        {
          name: 'engineering',
          use: { requests_per_minute: 9_000 },
          spending: { scope: 'department', name: 'engineering', cost_per_month: 40, taken: { cost_per_month: 12.5 } },
          used: [],
        },
        {
          name: 'finance',
          spending: { scope: 'department', name: 'finance', tokens_per_day: 2_000, taken: { tokens_per_day: 150 } },
          used,
        },
        { name: 'sales', used },
      ],
      truncated: false,
    })
  })

  it('shows a Dept Admin the own departments only, and is on record', async () => {
    await stack.takeRecords()
    const shown = await okJson(await limits(HEAD))
    expect(shown).toMatchObject({ departments: [{ name: 'finance', used: [{ day: once }] }] })
    expect(shown).not.toHaveProperty('tenant')
    expect(await okJson(await limits({ ...HEAD, groups: ['role:dept-admin'] }))).toMatchObject({ departments: [] })
    expect(await stack.takeRecords()).toMatchObject([{ event: 'usage.read', actor: 'user:office' }])
    for (const caller of ['dave', 'u-alice'] as const) {
      expect(await problemOf(await limits(caller))).toMatchObject({ status: 403, code: 'action_not_permitted' })
    }
  })

  it('fails where a budget is no number, and shows none of it as fine', async () => {
    await redis.set(
      budgetKey(
        budgetId({ scope: 'department', tenant: 'default', name: 'finance', limit: 'tokensPerDay', window: TODAY }),
      ),
      'x',
    )
    expect(await problemOf(await limits('carol'))).toMatchObject({ status: 503, code: 'dependency_unavailable' })
    await take('department', 'finance', 'tokensPerDay', 150)
  })
})

describe('GET /admin/users/{sub}/limits', () => {
  it('says what gateways have taken: to a Dept Admin not of other departments, nor of the tenant', async () => {
    await take('user', 'u-alice', 'tokensPerDay', 111)
    const spending = async (caller: Parameters<AdminStack['call']>[0]) =>
      await okJson(await stack.call(caller, 'GET', '/admin/users/u-alice/limits'))
    const own = { scope: 'user', taken: { tokens_per_day: 111 } }
    const ofDepartment = { scope: 'department', name: 'finance', taken: { tokens_per_day: 150 } }
    expect(await spending('carol')).toMatchObject({
      spending: [own, ofDepartment, { scope: 'tenant', taken: { cost_per_day: 1 } }],
    })
    const told: unknown = await spending(HEAD)
    expect(told).toMatchObject({ spending: [own, ofDepartment, { scope: 'tenant', cost_per_day: 100 }] })
    expect(told).not.toMatchObject({ spending: [{}, {}, { taken: {} }] })
  })
})

describe('API keys', () => {
  it('are found by owner, department and state, and show what was used with them', async () => {
    await stack.database.pool.query('DELETE FROM api_keys')
    const made: Record<string, { id: string }> = {}
    for (const [name, user] of [
      ['one', 'u-alice'],
      ['two', 'u-bob'],
      ['three', 'u-alice'],
    ] as const) {
      const body = { name, user, tokens_per_day: 1_000, cost_per_month: 2 }
      made[name] = (await (await stack.call('carol', 'POST', '/admin/api-keys', body)).json()) as { id: string }
    }
    const id = made['one']?.id ?? ''
    await stack.call('carol', 'POST', `/admin/api-keys/${made['three']?.id}/revoke`, { reason: 'For a test' })
    const list = async (query: string, caller: Parameters<AdminStack['call']>[0] = 'carol') => {
      const { data } = (await okJson(await stack.call(caller, 'GET', `/admin/api-keys?${query}`))) as {
        data: { name: string }[]
      }
      return data.map(({ name }) => name)
    }
    expect(await list('owner=u-alice')).toEqual(['three', 'one'])
    expect(await list('owner=u-alice&state=active')).toEqual(['one'])
    expect(await list('state=revoked')).toEqual(['three'])
    expect(await list('state=expired')).toEqual([])
    expect(await list('department=engineering')).toEqual(['two'])
    expect(await list('department=engineering', HEAD)).toEqual([])
    expect(await list('', HEAD)).toEqual(['three', 'one'])
    expect((await stack.call('carol', 'GET', '/admin/api-keys?state=lost')).status).toBe(400)

    await createAuditTrail(stack.database).enter([entry('u-alice', ['finance'], id)])
    await take('key', id, 'costPerMonth', 500_000)
    expect(await okJson(await stack.call(HEAD, 'GET', `/admin/api-keys/${id}`))).toMatchObject({
      ...{ owner: 'u-alice', departments: ['finance'], state: 'active' },
      ...{ taken: { tokens_per_day: 0, cost_per_month: 0.5 }, used: [{ currency: 'EUR', day: once, month: once }] },
    })
  })
})
