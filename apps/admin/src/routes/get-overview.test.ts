import { encodeRequestFacts, type RequestFacts } from '@sluice/contracts'
import { createRequestCounts } from '@sluice/db'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

const within = { timeout: 30_000, interval: 100 }
const FIVE_MINUTES_MS = 300_000
const DAY_MS = 86_400_000

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({ AUDIT_WRITER: 'true' })
}, 300_000)
afterAll(() => stack.stop())

const overviewSchema = z.looseObject({ requests: z.looseObject({ total: z.record(z.string(), z.number()) }) })
const read = async (person: Parameters<AdminStack['call']>[0], query = '') =>
  overviewSchema.parse(await okJson(await stack.call(person, 'GET', `/admin/overview${query}`)))

const NONE = { answered: 0, cached: 0, held: 0, denied: 0, failed: 0, aborted: 0, refused: 0 }

/** Records requests as gateways do: at a time, each with how it ended. */
async function recordRequests(timeMs: number, ends: readonly Partial<RequestFacts>[]): Promise<void> {
  const clock = { nowMs: () => 0, monotonicMs: () => 0 }
  const outbox = createRedisOutbox(new CommandBatcher(stack.redisClient), { clock })
  for (const [index, end] of ends.entries()) {
    const id = `${timeMs}-${index}`
    const facts: RequestFacts = {
      ...{ kind: 'request', version: 3, id, request_id: id, time_ms: timeMs, tenant: 'default', sub: 'u-alice' },
      ...{ session_id: 7, model: 'm', policy_version: 'p', outcome: 'answered', cache_hit: false, action: 'B' },
      ...{ layers: [], violations: [] },
      ...end,
    }
    await outbox.append({
      ...{ kind: 'request', tenant: facts.tenant, sub: facts.sub, session_id: facts.session_id, events: 1 },
      ...{ facts: encodeRequestFacts(facts), commitment: 'c', sealed_opening: 'k.sealed' },
    })
  }
}

const decided = (layer: 'L0' | 'L1', outcome: 'hold' | 'deny') => ({
  layers: [{ layer, outcome, duration_ms: 1, findings: 0 }],
})

describe('GET /admin/overview', () => {
  it('counts requests by how they ended and which layer decided it, in steps', async () => {
    expect((await read('erin')).requests).toEqual({ step_seconds: 300, steps: [], total: NONE, by_layer: [] })
    const nowMs = Date.now()
    const step = Math.floor(nowMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS
    await recordRequests(nowMs, [
      ...[{}, {}, {}, { cache_hit: true }],
      ...[
        { outcome: 'denied' as const, ...decided('L1', 'deny') },
        { outcome: 'held' as const, ...decided('L0', 'hold') },
      ],
      // Of another tenant.
      { tenant: 'other' },
    ])
    await recordRequests(step - FIVE_MINUTES_MS, [{ outcome: 'denied', ...decided('L1', 'deny') }])
    // Before what the overview looks back on.
    await recordRequests(nowMs - 2 * 3_600_000, [{}])
    const total = { ...NONE, answered: 3, cached: 1, denied: 2, held: 1 }
    await vi.waitFor(async () => expect((await read('erin')).requests.total).toEqual(total), within)
    expect((await read('erin')).requests).toMatchObject({
      steps: [
        { at: new Date(step - FIVE_MINUTES_MS).toISOString(), ...NONE, denied: 1 },
        { at: new Date(step).toISOString(), ...NONE, answered: 3, cached: 1, denied: 1, held: 1 },
      ],
      by_layer: [
        { layer: 'L1', outcome: 'denied', requests: 2 },
        { layer: 'L0', outcome: 'held', requests: 1 },
      ],
      cache_hit_rate: 0.25,
    })
    const day = await read('erin', '?window=day')
    expect(day.requests).toMatchObject({ step_seconds: 3_600, total: { ...total, answered: 4 } })
    // Today and the thirteen days of UTC before, each whole.
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const before = await read('erin', '?window=fortnight')
    await recordRequests(today - 13 * DAY_MS, [{}, { cache_hit: true }])
    await recordRequests(today - 13 * DAY_MS - 1, [{}])
    await vi.waitFor(async () => {
      const { step_seconds, steps, total: all } = (await read('erin', '?window=fortnight')).requests
      expect(step_seconds).toBe(86_400)
      expect(steps).toContainEqual({ at: new Date(today - 13 * DAY_MS).toISOString(), ...NONE, answered: 1, cached: 1 })
      const { answered = 0, cached = 0 } = before.requests.total
      expect(all).toEqual({ ...before.requests.total, answered: answered + 1, cached: cached + 1 })
    }, within)
  })

  it('shows the rest to those who may see it', async () => {
    await stack.call('carol', 'POST', '/admin/users/u-bob/freeze', { reason: 'A drill.' })
    await vi.waitFor(async () => expect(await read('carol')).toMatchObject({ frozen_users: 1 }), within)
    const common = {
      at: TIME,
      gateways: { alive: 0, silent: 0 },
      workers: { alive: 0, silent: 0 },
      // The provider may not have been asked yet.
      services: { ready: expect.any(Number), unready: expect.any(Array) },
      outbox: { oldest_seconds: expect.any(Number), waiting: { audit: expect.any(Number) } },
      evidence: { due_proofs: 0, overdue_challenges: 0, unpublished_records: expect.any(Number) },
    }
    const parts = { frozen_users: 1, approvals: { waiting: 0 }, spend: [], dead_letters: { siem: 0, soar: 0 } }
    const visible = async (person: Parameters<typeof read>[0]) => {
      const overview = await read(person)
      expect(overview).toMatchObject(common)
      return Object.keys(parts).filter((part) => part in overview)
    }
    expect(await read('carol')).toMatchObject({ ...common, ...parts })
    expect(await visible('dave')).toEqual(['frozen_users', 'dead_letters'])
    expect(await visible('erin')).toEqual(['approvals', 'spend'])
    expect(await visible('grace')).toEqual(['spend'])
  })

  it('takes no other window', async () => {
    const refused = await problemOf(await stack.call('erin', 'GET', '/admin/overview?window=year'))
    expect(refused).toMatchObject({ code: 'invalid_request' })
  })

  it('has its counts for a month or two, and no longer', async () => {
    const counts = createRequestCounts(stack.database)
    const kept = async () => (await counts.report({ tenant: 'default', from: new Date(0), stepSeconds: 300 })).length
    const before = await kept()
    expect(before).toBeGreaterThan(1)
    // That of two hours ago, and those of two weeks.
    expect(await counts.dropBefore(new Date(Date.now() - 3_600_000))).toBe(4)
    expect(await kept()).toBe(before - 4)
  })
})
