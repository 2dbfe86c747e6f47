import { randomBytes, randomUUID } from 'node:crypto'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuditRetention } from './audit-retention.ts'
import { type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import type { RecordedEntry } from './enter-records.ts'
import { MIGRATED } from './testing/index.ts'
import { createUsageRepository, USAGE_DIMENSIONS, type UsageRepository, type UsageRow } from './usage-repository.ts'
import type { EntryUsage } from './usage-sums.ts'

let server: PostgresServer
let database: Database
let trail: AuditTrail
let usage: UsageRepository
let made = 0

beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
  trail = createAuditTrail(database)
  usage = createUsageRepository(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

const NOON = Date.UTC(2026, 10, 23, 12)
const DAY_MS = 86_400_000

/** A tenant that no other test uses. */
const newTenant = () => `usage-${randomUUID()}`

function entry(tenant: string, changes: Partial<EntryUsage> & { sub?: string; timeMs?: number } = {}): RecordedEntry {
  const { sub = 'alice', timeMs = NOON, ...used } = changes
  made += 1
  return {
    ...{ id: `${tenant}-${made}`, tenant, timeMs, type: 'request.answered', severity: 1, sub },
    ...{ layers: [], policyIds: [], record: {} },
    usage: {
      ...{ model: 'm', endpoint: 'e', input_tokens: 100, output_tokens: 10, cost_micros: 7, currency: 'EUR' },
      ...{ estimated: false, cache_hit: false, departments: ['sales'], ...used },
    },
  }
}

const report = (tenant: string, by: (typeof USAGE_DIMENSIONS)[number], from = '2026-11-23', to = from) =>
  usage.report({ tenant, from, to, by, limit: 1_000 })

/** The names of a report with their input tokens. */
const inputs = (rows: readonly UsageRow[]) => rows.map(({ name, inputTokens }) => [name, inputTokens])

describe('sums of usage', () => {
  it('count a record once, however often and however many deliver it', async () => {
    const tenant = newTenant()
    const entries = Array.from({ length: 20 }, () => entry(tenant))
    await trail.enter(entries.slice(0, 8))
    await Promise.all([trail.enter(entries), trail.enter(entries.slice(4, 16)), trail.enter([...entries, ...entries])])
    const [row, ...others] = await report(tenant, 'user')
    expect(others).toEqual([])
    expect(row).toEqual({
      ...{ name: 'alice', currency: 'EUR', requests: 20, cacheHits: 0, estimatedRequests: 0 },
      ...{ inputTokens: 2_000, cachedTokens: 0, outputTokens: 200, costMicros: 140 },
    })
  })

  it('are nothing where the entries cannot be entered', async () => {
    const tenant = newTenant()
    const broken = { ...entry(tenant), severity: 1e9 }
    await expect(trail.enter([entry(tenant), broken])).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await report(tenant, 'user')).toEqual([])
  })

  it('of a day are those of UTC, both ends of a report belong to it, and no tenant sees another', async () => {
    const [tenant, other] = [newTenant(), newTenant()]
    const midnight = Date.UTC(2026, 10, 23)
    await trail.enter([
      entry(tenant, { timeMs: midnight - 1, input_tokens: 1 }),
      entry(tenant, { timeMs: midnight, input_tokens: 2 }),
      entry(tenant, { timeMs: midnight + DAY_MS - 1, input_tokens: 4 }),
      entry(tenant, { timeMs: midnight + DAY_MS, input_tokens: 8 }),
      entry(other, { timeMs: midnight, input_tokens: 16 }),
    ])
    expect(inputs(await report(tenant, 'day'))).toEqual([['2026-11-23', 6]])
    expect(inputs(await report(tenant, 'day', '2026-11-22', '2026-11-24'))).toEqual([
      ['2026-11-22', 1],
      ['2026-11-23', 6],
      ['2026-11-24', 8],
    ])
    expect(inputs(await report(other, 'user'))).toEqual([['alice', 16]])
    expect(await report(`${tenant}-`, 'user')).toEqual([])
  })

  it('of a department count a user in each of theirs; what is nobody’s is named by nothing', async () => {
    const tenant = newTenant()
    await trail.enter([
      entry(tenant, { departments: ['finance', 'sales'], input_tokens: 1, cost_micros: 3 }),
      entry(tenant, { sub: 'bob', departments: ['sales'], input_tokens: 2, cost_micros: 2, api_key: 'k' }),
      entry(tenant, { sub: 'carol', departments: [], input_tokens: 4, cost_micros: 1 }),
    ])
    expect(inputs(await report(tenant, 'department'))).toEqual([
      ['sales', 3],
      ['finance', 1],
      [undefined, 4],
    ])
    expect(inputs(await report(tenant, 'key'))).toEqual([
      [undefined, 5],
      ['k', 2],
    ])
  })

  it('keep currencies apart; an answer without a price stands beside one that had one', async () => {
    const tenant = newTenant()
    const cached = { endpoint: undefined, currency: undefined, cache_hit: true }
    const free = { ...cached, input_tokens: 0, output_tokens: 0, cost_micros: 0 }
    await trail.enter([entry(tenant), entry(tenant, free), entry(tenant, { ...free, sub: 'bob' })])
    expect(await report(tenant, 'user')).toMatchObject([
      { name: 'alice', currency: 'EUR', requests: 2, cacheHits: 1, costMicros: 7 },
      { name: 'bob', currency: undefined, requests: 1, cacheHits: 1, costMicros: 0 },
    ])
    await trail.enter([entry(tenant, { currency: 'USD', cost_micros: 5 })])
    expect(await report(tenant, 'user')).toMatchObject([
      { name: 'alice', currency: 'EUR', costMicros: 7 },
      { name: 'alice', currency: 'USD', costMicros: 5 },
      { name: 'bob' },
    ])
  })

  it('stop where numbers are not exact any more, and take names of any length and letters', async () => {
    const tenant = newTenant()
    const most = Number.MAX_SAFE_INTEGER
    const counts = { input_tokens: most, cached_tokens: most, output_tokens: most, cost_micros: most }
    // Random, so that nothing is stored in less.
    const departments = Array.from({ length: 100 }, () => randomBytes(128).toString('hex'))
    const long = { ...counts, departments, model: `m\0${randomBytes(4_000).toString('hex')}`, sub: 'a\ud800' }
    for (let round = 0; round < 2; round += 1) await trail.enter([entry(tenant, long), entry(tenant, long)])
    const sums = { requests: 4, inputTokens: most, cachedTokens: most, outputTokens: most, costMicros: most }
    for (const by of USAGE_DIMENSIONS) {
      const rows = await report(tenant, by)
      expect(rows).toHaveLength(by === 'department' ? 100 : 1)
      expect(rows[0]).toMatchObject(sums)
    }
  })

  it('are not reported beyond the limit, the dearest first', async () => {
    const tenant = newTenant()
    await trail.enter(Array.from({ length: 9 }, (_, at) => entry(tenant, { sub: `u${at}`, cost_micros: at })))
    const few = await usage.report({ tenant, from: '2026-11-23', to: '2026-11-23', by: 'user', limit: 3 })
    expect(few.map(({ name }) => name)).toEqual(['u8', 'u7', 'u6'])
    for (const limit of [0, 1.5, 10_002]) {
      const query = { tenant, from: '2026-11-23', to: '2026-11-23', by: 'user' as const, limit }
      await expect(usage.report(query)).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  it('are those of the records, by whatever they are reported', async () => {
    const one = fc.record({
      sub: fc.constantFrom('alice', 'bob', 'carol'),
      departments: fc.subarray(['finance', 'it', 'sales']),
      api_key: fc.constantFrom(undefined, 'k1', 'k2'),
      endpoint: fc.constantFrom('e1', 'e2'),
      model: fc.constantFrom('m1', 'm2'),
      timeMs: fc.integer({ min: NOON - 2 * DAY_MS, max: NOON + 2 * DAY_MS }),
      input_tokens: fc.nat(),
      output_tokens: fc.nat(),
      cost_micros: fc.nat(),
    })
    const property = async (all: readonly Parameters<typeof entry>[1][]) => {
      const tenant = newTenant()
      const entries = all.map((changes) => entry(tenant, changes))
      for (let first = 0; first < entries.length; first += 7)
        await trail.enter(entries.slice(Math.max(0, first - 3), first + 7))
      for (const by of USAGE_DIMENSIONS) {
        const sums = new Map<string | undefined, { requests: number; inputTokens: number; costMicros: number }>()
        for (const { timeMs, sub, usage: used } of entries) {
          if (used === undefined) throw new Error('Each of them has usage.')
          const names = {
            ...{ user: [sub], key: [used.api_key], endpoint: [used.endpoint], model: [used.model] },
            department: used.departments.length === 0 ? [undefined] : used.departments,
            day: [new Date(timeMs).toISOString().slice(0, 10)],
          }[by]
          for (const name of names) {
            const { requests, inputTokens, costMicros } = sums.get(name) ?? {
              requests: 0,
              inputTokens: 0,
              costMicros: 0,
            }
            sums.set(name, {
              requests: requests + 1,
              inputTokens: inputTokens + used.input_tokens,
              costMicros: costMicros + used.cost_micros,
            })
          }
        }
        const rows = await report(tenant, by, '2026-11-20', '2026-11-26')
        const found = rows.map(({ name, requests, inputTokens, costMicros }) => {
          return [name, { requests, inputTokens, costMicros }] as const
        })
        expect(new Map(found)).toEqual(sums)
        expect(rows).toHaveLength(sums.size)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), property), { numRuns: 15 })
  }, 60_000)

  it('lose the name and the keys of a person who is erased, and nothing else', async () => {
    const [tenant, other] = [newTenant(), newTenant()]
    const keyed = { api_key: 'key-of-alice' }
    await trail.enter([entry(tenant), entry(tenant, keyed), entry(tenant, { sub: 'bob' }), entry(other, keyed)])
    const erasure = { erasureId: 'erasure', sessions: [], record: async () => undefined }
    await createAuditRetention(database).erase({ tenant, sub: 'alice' }, erasure)
    expect(inputs(await report(tenant, 'user'))).toEqual([
      [undefined, 200],
      ['bob', 100],
    ])
    expect(inputs(await report(tenant, 'key'))).toEqual([[undefined, 300]])
    expect(inputs(await report(tenant, 'department'))).toEqual([['sales', 300]])
    expect(inputs(await report(other, 'key'))).toEqual([['key-of-alice', 100]])
    const { rows } = await database.pool.query('SELECT * FROM usage_sums WHERE tenant = $1', [tenant])
    expect(JSON.stringify(rows)).not.toContain('alice')
    // What comes later counts anew.
    await trail.enter([entry(tenant)])
    expect(inputs(await report(tenant, 'user'))).toContainEqual(['alice', 100])
  })

  it('are forgotten by day', async () => {
    const tenant = newTenant()
    const ages = [400, 200, 199, 0]
    await trail.enter(ages.map((days) => entry(tenant, { timeMs: NOON - days * DAY_MS, input_tokens: days })))
    await usage.dropBefore(new Date(NOON - 199 * DAY_MS).toISOString().slice(0, 10))
    expect((await report(tenant, 'day', '2020-01-01', '2030-01-01')).map(({ inputTokens }) => inputTokens)).toEqual([
      199, 0,
    ])
  })
})
