import { randomUUID } from 'node:crypto'
import { createAuditTrail, type RecordedEntry } from '@sluice/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({
    QUOTAS: JSON.stringify({
      default: { requestsPerMinute: 300, tokensPerDay: 5_000, costPerMonth: 12.5 },
      byDepartment: { engineering: { requestsPerMinute: 9_000 } },
    }),
  })
  await stack.database.pool.query(
    "INSERT INTO users (tenant, sub, preferred_username, groups, active) VALUES ('elsewhere', 'stranger', 'x', '{}', true)",
  )
}, 300_000)
afterAll(() => stack?.stop())

const rows = z.object({
  data: z.array(z.object({ name: z.string().optional(), requests: z.number(), currency: z.string().optional() })),
})
const TODAY = new Date().toISOString().slice(0, 10)

function entry(sub: string, tenant = 'default', departments = ['sales']): RecordedEntry {
  return {
    ...{ id: randomUUID(), tenant, timeMs: Date.parse(TODAY), type: 'request.answered', severity: 1, sub },
    ...{ layers: [], policyIds: [], record: {} },
    usage: {
      ...{ model: 'm', endpoint: 'e', input_tokens: 100, cached_tokens: 40, output_tokens: 10, cost_micros: 7 },
      ...{ currency: 'EUR', estimated: true, cache_hit: false, departments },
    },
  }
}

const report = (query: string, caller: Parameters<AdminStack['call']>[0] = 'carol') =>
  stack.call(caller, 'GET', `/admin/usage?from=${TODAY}&to=${TODAY}&${query}`)

describe('GET /admin/usage', () => {
  it('adds up what answers have cost, for the tenant of the caller', async () => {
    const trail = createAuditTrail(stack.database)
    await trail.enter([entry('u-alice'), entry('u-alice'), entry('=cmd|calc'), entry('u-alice', 'elsewhere')])
    const sums = { input_tokens: 200, cached_tokens: 80, output_tokens: 20, cost_micros: 14, currency: 'EUR' }
    const alice = { name: 'u-alice', requests: 2, cache_hits: 0, estimated_requests: 2, ...sums }
    const formula = {
      ...{ name: '=cmd|calc', requests: 1, cache_hits: 0, estimated_requests: 1, input_tokens: 100, cached_tokens: 40 },
      ...{ output_tokens: 10, cost_micros: 7, currency: 'EUR' },
    }
    expect(await okJson(await report('by=user'))).toEqual({ data: [alice, formula], truncated: false })
    expect(await okJson(await report('by=key'))).toMatchObject({ data: [{ requests: 3, input_tokens: 300 }] })
    const csv = await report('by=user&format=csv', 'grace')
    expect([csv.headers.get('content-type'), csv.headers.get('x-truncated')]).toEqual([
      'text/csv; charset=utf-8; header=present',
      'false',
    ])
    expect(await csv.text()).toBe(
      'name,requests,cache_hits,estimated_requests,input_tokens,cached_tokens,output_tokens,cost_micros,currency\n' +
        "u-alice,2,0,2,200,80,20,14,EUR\n'=cmd|calc,1,0,1,100,40,10,7,EUR\n",
    )
    const other = { sub: 'stranger', tid: 'elsewhere', groups: ['role:ciso'] }
    expect(await okJson(await report('by=user', other))).toMatchObject({ data: [{ name: 'u-alice', requests: 1 }] })
  })

  it('shows a Dept Admin what the own departments have used, and nothing that tells of others', async () => {
    const at = Date.parse('2025-06-01')
    const used = (sub: string, departments: string[], model: string, currency?: string): RecordedEntry => {
      const { usage, ...rest } = entry(sub, 'default', departments)
      return { ...rest, timeMs: at, usage: usage && { ...usage, model, endpoint: `at-${model}`, currency } }
    }
    await createAuditTrail(stack.database).enter([
      used('u-alice', ['finance'], 'm'),
      used('u-both', ['finance', 'hr'], 'm'),
      used('u-both', ['finance', 'hr'], 'm'),
      used('u-hr', ['hr'], 'secret-model', 'USD'),
      used('u-nobody', [], 'other-model'),
      ...['x', 'y'].map((name) => used(name, ['finance '], 'near-model')),
    ])
    const head = { sub: 'office', groups: ['dept:finance', 'role:dept-admin'] }
    const ask = async (by: string, caller: Parameters<AdminStack['call']>[0] = head) => {
      const path = `/admin/usage?from=2025-06-01&to=2025-06-01&by=${by}`
      const { data } = rows.parse(await okJson(await stack.call(caller, 'GET', path)))
      return data.map(({ name, requests, currency }) => [name, requests, currency])
    }
    expect(await ask('user')).toEqual([
      ['u-both', 2, undefined],
      ['u-alice', 1, undefined],
    ])
    expect(await ask('department')).toEqual([['finance', 3, undefined]])
    expect(await ask('model')).toEqual([['m', 3, undefined]])
    expect(await ask('endpoint')).toEqual([['at-m', 3, undefined]])
    expect(await ask('day')).toEqual([['2025-06-01', 3, undefined]])
    expect(await ask('key')).toEqual([[undefined, 3, undefined]])
    expect(await ask('day', 'carol')).toEqual([['2025-06-01', 7, 'USD']])
    // One who is in no department sees nothing, and so does one of another tenant.
    expect(await ask('day', { sub: 'office', groups: ['role:dept-admin'] })).toEqual([])
    expect(await ask('day', { sub: 'stranger', tid: 'elsewhere', groups: head.groups })).toEqual([])
    const both = { sub: 'office', groups: ['dept:finance', 'dept:hr', 'role:dept-admin'] }
    expect(await ask('department', both)).toEqual([
      ['finance', 3, undefined],
      ['hr', 3, 'USD'],
    ])
    expect(await ask('day', both)).toEqual([['2025-06-01', 4, 'USD']])
  })

  it('says where there are more rows than it gives', async () => {
    const trail = createAuditTrail(stack.database)
    const day = (at: number) => new Date(Date.parse('2025-01-01') + at * 1_000).getTime()
    for (let first = 0; first < 10_000; first += 1_000) {
      await trail.enter(Array.from({ length: 1_000 }, (_, at) => ({ ...entry(`many-${first + at}`), timeMs: day(at) })))
    }
    const page = z.object({ data: z.array(z.unknown()), truncated: z.boolean() })
    const ask = async (format: string) =>
      await stack.call('erin', 'GET', `/admin/usage?from=2025-01-01&to=2025-01-01&by=user&format=${format}`)
    const whole = page.parse(await okJson(await ask('json')))
    expect([whole.data.length, whole.truncated]).toEqual([10_000, false])
    await trail.enter([{ ...entry('one-more'), timeMs: day(0) }])
    const cut = page.parse(await okJson(await ask('json')))
    expect([cut.data.length, cut.truncated]).toEqual([10_000, true])
    const csv = await ask('csv')
    expect(csv.headers.get('x-truncated')).toBe('true')
    expect((await csv.text()).trimEnd().split('\n')).toHaveLength(10_001)
  }, 60_000)

  it.each([
    ['from=2026-11-01&by=user', 'query.to'],
    ['from=2026-11-01&to=2026-11-02', 'query.by'],
    ['from=2026-11-01&to=2026-11-02&by=session', 'query.by'],
    ['from=2026-11-02&to=2026-11-01&by=user', 'query.to'],
    ['from=2026-01-01&to=2027-01-02&by=user', 'query.to'],
    ['from=2026-02-30&to=2026-03-01&by=user', 'query.from'],
    ['from=0000-01-01&to=2026-01-01&by=user', 'query.from'],
    ['from=2026-11-01T00:00:00Z&to=2026-11-02&by=user', 'query.from'],
    ['from=2026-11-01&to=2026-11-02&by=user&format=xlsx', 'query.format'],
  ])('refuses %s', async (query, param) => {
    const refused = await stack.call('carol', 'GET', `/admin/usage?${query}`)
    expect(refused.status).toBe(400)
    expect(await problemOf(refused)).toMatchObject({ code: 'invalid_request', errors: [{ path: param }] })
  })

  it('takes a year with a leap day, as 366 days', async () => {
    await okJson(await stack.call('carol', 'GET', '/admin/usage?from=2028-01-01&to=2028-12-31&by=day'))
  })
})

describe('GET /admin/users/{sub}/limits', () => {
  const limitsOf = (sub: string, caller: Parameters<AdminStack['call']>[0] = 'grace') =>
    stack.call(caller, 'GET', `/admin/users/${sub}/limits`)
  const DEPT_ADMIN = { sub: 'dave', groups: ['role:dept-admin', 'dept:engineering'] }

  it('shows what the person may use, and has used today and in this month', async () => {
    const [year, month] = TODAY.split('-').map(Number)
    const yesterday = new Date(Date.parse(TODAY) - 86_400_000)
    const isSameMonth = yesterday.getUTCMonth() + 1 === month && yesterday.getUTCFullYear() === year
    await createAuditTrail(stack.database).enter([
      entry('u-bob'),
      { ...entry('u-bob'), timeMs: yesterday.getTime() },
      // Not of this month.
      { ...entry('u-bob'), timeMs: Date.parse(TODAY) - 40 * 86_400_000 },
    ])
    const once = { requests: 1, tokens: 110, cost_micros: 7 }
    const twice = { requests: 2, tokens: 220, cost_micros: 14 }
    expect(await okJson(await limitsOf('u-bob'))).toEqual({
      sub: 'u-bob',
      use: { open_exchanges: 100, requests_per_minute: 300, refusals_per_minute: 600, bytes_in_flight: 67_108_864 },
      departments: [{ name: 'engineering', requests_per_minute: 9_000 }],
      spending: [
        {
          ...{ scope: 'user', name: 'u-bob', tokens_per_day: 5_000, cost_per_month: 12.5 },
          taken: { tokens_per_day: 0, cost_per_month: 0 },
        },
      ],
      used: [{ currency: 'EUR', day: once, month: isSameMonth ? twice : once }],
    })
    expect(await okJson(await limitsOf('erin'))).toMatchObject({ departments: [], used: [] })
  })

  it('shows a Dept Admin people of the own departments only, and is on record', async () => {
    await stack.takeRecords()
    expect((await limitsOf('u-bob', DEPT_ADMIN)).status).toBe(200)
    for (const sub of ['u-alice', 'carol', 'nobody']) {
      expect(await problemOf(await limitsOf(sub, DEPT_ADMIN))).toMatchObject({ status: 404, code: 'user_not_found' })
    }
    expect(await stack.takeRecords()).toMatchObject([{ event: 'usage.read', actor: 'user:dave' }])
  })
})
