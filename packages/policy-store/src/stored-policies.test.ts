import { createPoliciesRepository, type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPolicyReader, type PolicyTarget } from './stored-policies.ts'

let server: PostgresServer
let database: Database
beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

const statement = {
  description: 'For a test.',
  text: 'forbid(principal, action, resource);',
  immutable: false,
  enabled: true,
}

it('hands over what has changed since it last read, tenant by tenant, and says which tenant is broken', async () => {
  const repository = createPoliciesRepository(database)
  const goOn = async () => undefined
  const create = (tenant: string, id: string) =>
    repository.change({ tenant, change: { kind: 'created', id, statement }, by: 'user:erin' }, goOn)
  const handed: string[] = []
  const fault = { policyId: 'broken', line: 1, column: 1 }
  const target: PolicyTarget = {
    replace: (tenant, policies) => {
      handed.push(`${tenant}: ${policies.map(({ id }) => id).join(' ')}`)
      return policies.some(({ id }) => id === 'broken') ? [fault] : []
    },
  }
  const onBroken = vi.fn()
  const read = createPolicyReader(repository, target, onBroken)
  await read()
  expect(handed).toEqual([])

  await create('acme', 'one')
  await create('other', 'two')
  await read()
  expect(handed.splice(0).toSorted()).toEqual(['acme: one', 'other: two'])

  await create('acme', 'broken')
  await read()
  expect(handed.splice(0)).toEqual(['acme: broken one'])
  expect(onBroken).toHaveBeenCalledExactlyOnceWith('acme', [fault])

  const gone = { kind: 'deleted', id: 'two', version: 1 } as const
  await repository.change({ tenant: 'other', change: gone, by: 'user:erin' }, goOn)
  await read()
  await read()
  expect(handed).toEqual(['other: '])
})
