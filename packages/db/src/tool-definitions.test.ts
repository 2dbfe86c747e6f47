import { startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { MIGRATED } from './testing/index.ts'
import { createToolDefinitionsRepository, type ToolDefinitionsRepository } from './tool-definitions-repository.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: Database
let tools: ToolDefinitionsRepository

beforeAll(async () => {
  postgres = await startPostgres(MIGRATED)

  database = openDatabase(postgres.url)
  tools = createToolDefinitionsRepository(database)
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

const AT = new Date('2026-01-01T00:00:00.000Z')
const LATER = new Date('2026-01-02T00:00:00.000Z')
const tool = (name: string, digest: string) => ({ name, digest, definition: `{"name":"${name}","v":"${digest}"}` })

it('accepts what it sees first, keeps what comes after until it is accepted, for each tenant and server apart', async () => {
  const crm = { tenant: 't', server: 'crm' }
  expect(await tools.compare(crm, [tool('find', 'a'), tool('send', 'a')], AT)).toEqual({
    changed: new Set(),
    newlyChanged: [],
  })
  const again = [tool('find', 'b'), tool('send', 'a')]
  expect(await tools.compare(crm, again, LATER)).toEqual({ changed: new Set(['find']), newlyChanged: ['find'] })
  // The same change is news once.
  expect(await tools.compare(crm, again, LATER)).toEqual({ changed: new Set(['find']), newlyChanged: [] })
  for (const other of [
    { tenant: 'other', server: 'crm' },
    { tenant: 't', server: 'files' },
  ])
    expect((await tools.compare(other, [tool('find', 'b')], AT)).changed).toEqual(new Set())

  expect(await tools.list({ tenant: 't', waiting: true })).toEqual([
    {
      ...{ server: 'crm', tool: 'find', digest: 'a', definition: '{"name":"find","v":"a"}', acceptedAt: AT },
      waiting: { digest: 'b', definition: '{"name":"find","v":"b"}', since: LATER },
    },
  ])
  // What was shown is accepted, and nothing that came after it.
  expect(await tools.accept({ ...crm, tool: 'find', digest: 'c' }, 'erin', LATER)).toBe(false)
  expect(await tools.accept({ ...crm, tool: 'find', digest: 'b' }, 'erin', LATER)).toBe(true)
  expect((await tools.compare(crm, again, LATER)).changed).toEqual(new Set())
  expect((await tools.compare(crm, [tool('find', 'a')], LATER)).changed).toEqual(new Set(['find']))
  expect((await tools.list({ tenant: 't', server: 'crm' })).map(({ acceptedBy }) => acceptedBy)).toEqual([
    'erin',
    undefined,
  ])
})

it('accepts one of two first definitions that come at the same time', async () => {
  const at = { tenant: 'race', server: 'crm' }
  const results = await Promise.all(['a', 'b', 'c', 'd'].map((digest) => tools.compare(at, [tool('x', digest)], AT)))
  expect(results.filter(({ changed }) => changed.size === 0)).toHaveLength(1)
})
