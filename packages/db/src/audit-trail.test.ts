import type { AuditEntry } from '@sluice/contracts'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditFilter, type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import { MIGRATED } from './testing/index.ts'

let server: PostgresServer
let database: Database
let trail: AuditTrail
let tenants = 0

beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
  trail = createAuditTrail(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

/** Entries of a tenant that no other test uses, each a second after the one before. */
function entriesOf(count: number, change: (index: number) => Partial<AuditEntry> = () => ({})) {
  tenants += 1
  const tenant = `tenant-${tenants}`
  const entries = Array.from(
    { length: count },
    (_, index): AuditEntry => ({
      ...{ id: `${tenant}-${index}`, tenant, timeMs: 1_000 * index, type: 'request.answered', severity: 1 },
      ...{ layers: ['L0'], policyIds: [], record: { kind: 'request', index } },
      ...change(index),
    }),
  )
  return { tenant, entries }
}

const idsOf = async (filter: AuditFilter, first: 'newest' | 'oldest' = 'oldest', beyond?: number, limit = 100) =>
  (await trail.list({ filter, first, beyond, limit })).map(({ id }) => id.slice(filter.tenant.length + 1))

describe('the audit trail', () => {
  it('gives back what was entered, in its order', async () => {
    const { tenant, entries } = entriesOf(3, (index) =>
      index === 1 ? { sub: 'a', actor: 'user:b', sessionId: 7 } : {},
    )
    expect(await trail.enter(entries)).toBe(3)
    const rows = await trail.list({ filter: { tenant }, first: 'oldest', limit: 10 })
    expect(rows).toMatchObject(entries)
    expect(rows.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(rows.map(({ number }) => number))
  })

  it('enters nothing twice, also where old and new come together or two enter at once', async () => {
    const { tenant, entries } = entriesOf(20)
    expect(await trail.enter(entries.slice(0, 5))).toBe(5)
    expect(await trail.enter(entries.slice(0, 8))).toBe(3)
    const both = await Promise.all([trail.enter(entries), trail.enter(entries)])
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 12])
    expect(await idsOf({ tenant })).toHaveLength(20)
  })

  it('enters all of a batch or nothing', async () => {
    const { tenant, entries } = entriesOf(2, (index) => (index === 1 ? { severity: 1_000_000 } : {}))
    await expect(trail.enter(entries)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await idsOf({ tenant })).toEqual([])
  })

  it('enters what PostgreSQL cannot store as it stands', async () => {
    const hostile = 'a\0b\uD83D'
    const { tenant, entries } = entriesOf(1, () => ({ sub: hostile, record: { kind: 'request', reason: hostile } }))
    expect(await trail.enter(entries)).toBe(1)
    const [row] = await trail.list({ filter: { tenant }, first: 'oldest', limit: 1 })
    expect(row).toMatchObject({ sub: 'a\uFFFDb\uFFFD', record: { reason: 'a\uFFFDb\uFFFD' } })
  })

  it('pages in both directions without missing what is entered meanwhile', async () => {
    const { tenant, entries } = entriesOf(5)
    await trail.enter(entries.slice(0, 4))
    const [first, second] = await trail.list({ filter: { tenant }, first: 'newest', limit: 2 })
    expect([first?.id, second?.id]).toEqual([`${tenant}-3`, `${tenant}-2`])
    await trail.enter(entries.slice(4))
    expect(await idsOf({ tenant }, 'newest', second?.number)).toEqual(['1', '0'])
    expect(await idsOf({ tenant }, 'oldest', first?.number)).toEqual(['4'])
  })

  it.each<[string, Omit<AuditFilter, 'tenant'>, readonly string[]]>([
    ['a time', { from: new Date(1_000), to: new Date(3_000) }, ['1', '2']],
    ['a user', { sub: 'alice' }, ['2']],
    ['a session', { sessionId: 7 }, ['1']],
    ['a type', { type: 'user.frozen' }, ['3']],
    ['a severity', { minSeverity: 5 }, ['3']],
    ['a layer', { layer: 'L3' }, ['1']],
    ['a policy', { policyId: 'mask-person' }, ['2']],
    ['several of them', { sub: 'alice', type: 'user.frozen' }, []],
  ])('is searched by %s', async (_what, filter, expected) => {
    const changes: readonly Partial<AuditEntry>[] = [
      {},
      { sessionId: 7, layers: ['L0', 'L3'] },
      { sub: 'alice', policyIds: ['jailbreak', 'mask-person'] },
      { type: 'user.frozen', severity: 9 },
    ]
    const { tenant, entries } = entriesOf(4, (index) => changes[index] ?? {})
    await trail.enter(entries)
    expect(await idsOf({ ...filter, tenant })).toEqual(expected)
  })

  it('shows no tenant what belongs to another, and refuses pages of no or too many entries', async () => {
    const { entries } = entriesOf(1)
    await trail.enter(entries)
    expect(await idsOf({ tenant: 'nobody' })).toEqual([])
    for (const limit of [0, 1_001, 1.5]) {
      const page = trail.list({ filter: { tenant: 'nobody' }, first: 'oldest', limit })
      await expect(page).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })
})
