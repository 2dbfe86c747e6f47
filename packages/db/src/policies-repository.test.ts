import { SluiceError } from '@sluice/contracts'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { createPoliciesRepository, type PoliciesRepository } from './policies-repository.ts'
import type { PolicyChange, PolicyStatement } from './stored-policy.ts'
import { MIGRATED } from './testing/index.ts'

const statement: PolicyStatement = {
  description: 'Nobody pays on Sundays.',
  text: 'forbid(principal, action, resource);',
  immutable: false,
  enabled: true,
}
const created = (id: string): PolicyChange => ({ kind: 'created', id, statement })
const goOn = async () => undefined

describe('the policies in PostgreSQL', () => {
  let server: PostgresServer
  let database: Database
  let policies: PoliciesRepository
  let tenants = 0
  beforeAll(async () => {
    server = await startPostgres(MIGRATED)
    database = openDatabase(server.url)
    policies = createPoliciesRepository(database, { maxPolicies: 3 })
  }, 300_000)
  afterAll(async () => {
    await database?.close()
    await server?.stop()
  })

  /** Changes policies of a tenant that no other test uses. */
  function ofTenant() {
    tenants += 1
    const tenant = `tenant-${tenants}`
    const change = (order: PolicyChange, beforeCommit = goOn) =>
      policies.change({ tenant, change: order, by: 'user:erin' }, beforeCommit)
    return { tenant, change, revision: async () => (await policies.revisions()).get(tenant) }
  }

  it('keeps every version, also of a policy that was deleted and created anew', async () => {
    const { tenant, change, revision } = ofTenant()
    const tests = [{ effect: 'forbid' }]
    await change({ kind: 'created', id: 'sundays', statement: { ...statement, tests } })
    // What is left out of a change stays.
    const softer = { ...statement, enabled: false }
    await change({ kind: 'updated', id: 'sundays', version: 1, statement: softer })
    expect(await policies.find(tenant, 'sundays')).toEqual({
      ...{ tenant, id: 'sundays', version: 2, ...softer, tests, changedBy: 'user:erin', changedAt: expect.any(Date) },
    })
    await change({ kind: 'deleted', id: 'sundays', version: 2 })
    expect(await policies.find(tenant, 'sundays')).toBeUndefined()
    expect(await change(created('sundays'))).toMatchObject({ type: 'changed', version: { version: 4 } })
    expect(await policies.history({ tenant, id: 'sundays', limit: 10 })).toMatchObject([
      { version: 4, change: 'created', enabled: true, tests: null },
      { version: 3, change: 'deleted', enabled: false, tests },
      { version: 2, change: 'updated', enabled: false },
      { version: 1, change: 'created', enabled: true },
    ])
    expect(await policies.history({ tenant, id: 'sundays', limit: 1, before: 3 })).toMatchObject([{ version: 2 }])
    expect(await revision()).toBe(4)
  })

  it.each<[string, PolicyChange, object | undefined]>([
    ['creating what is there', created('one'), { version: 2 }],
    ['updating an older version', { kind: 'updated', id: 'one', version: 1, statement }, { version: 2 }],
    ['deleting an older version', { kind: 'deleted', id: 'one', version: 1 }, { version: 2 }],
    ['updating what is not there', { kind: 'updated', id: 'two', version: 1, statement }, undefined],
    ['deleting what is not there', { kind: 'deleted', id: 'two', version: 1 }, undefined],
  ])('refuses %s, and changes nothing', async (_what, order, current) => {
    const { tenant, change, revision } = ofTenant()
    await change(created('one'))
    await change({ kind: 'updated', id: 'one', version: 1, statement })
    const outcome = await change(order, () => Promise.reject(new Error('not asked')))
    expect(outcome).toMatchObject({ type: 'conflict' })
    expect(outcome.type === 'conflict' && outcome.current).toEqual(current && expect.objectContaining(current))
    expect(await policies.all(tenant)).toMatchObject([{ id: 'one', version: 2 }])
    expect(await revision()).toBe(2)
  })

  it('lets one of two authors win who have seen the same version', async () => {
    const { tenant, change } = ofTenant()
    await change(created('one'))
    const update = (description: string) =>
      change({ kind: 'updated', id: 'one', version: 1, statement: { ...statement, description } })
    const outcomes = await Promise.all(['a', 'b', 'c'].map(update))
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['changed', 'conflict', 'conflict'])
    expect(await policies.history({ tenant, id: 'one', limit: 10 })).toHaveLength(2)
  })

  it('shows each change of a tenant the outcome of the one before', async () => {
    const { change } = ofTenant()
    const seen: string[][] = []
    await Promise.all(
      ['a', 'b'].map((id) =>
        policies.change({ tenant: `tenant-${tenants}`, change: created(id), by: 'user:erin' }, async ({ all }) => {
          seen.push(all.map((policy) => policy.id))
        }),
      ),
    )
    expect(seen.map((ids) => ids.length)).toEqual([1, 2])
    expect(await change(created('c'))).toMatchObject({ type: 'changed' })
    expect(await change(created('d'))).toEqual({ type: 'full' })
    expect(await change({ kind: 'deleted', id: 'a', version: 1 })).toMatchObject({ type: 'changed' })
    expect(await change(created('d'))).toMatchObject({ type: 'changed' })
  })

  it('changes nothing where the change is prevented before its end', async () => {
    const { tenant, change, revision } = ofTenant()
    const refuse = () => Promise.reject(new SluiceError('audit_unavailable'))
    await expect(change(created('one'), refuse)).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(await policies.all(tenant)).toEqual([])
    expect(await policies.history({ tenant, id: 'one', limit: 10 })).toEqual([])
    expect(await revision()).toBeUndefined()
  })

  it('lists the policies of one tenant in pages', async () => {
    const [mine, other] = [ofTenant(), ofTenant()]
    for (const id of ['b', 'a', 'c']) await mine.change(created(id))
    await other.change(created('d'))
    expect(await policies.list({ tenant: mine.tenant, limit: 2 })).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(await policies.list({ tenant: mine.tenant, limit: 2, after: 'b' })).toMatchObject([{ id: 'c' }])
    expect(await policies.find(mine.tenant, 'd')).toBeUndefined()
    await expect(policies.list({ tenant: mine.tenant, limit: 0 })).rejects.toMatchObject({ code: 'invalid_request' })
    const history = { tenant: mine.tenant, id: 'a', limit: 1_001 }
    await expect(policies.history(history)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('says that PostgreSQL is away', async () => {
    const away = openDatabase('postgres://127.0.0.1:1/none', { connectTimeoutMs: 100 })
    await expect(createPoliciesRepository(away).revisions()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await away.close()
  })
})
