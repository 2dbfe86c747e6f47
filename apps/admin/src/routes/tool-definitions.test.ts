import { createToolDefinitionsRepository, type Database, openDatabase } from '@sluice/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
let database: Database

const OLD = 'a'.repeat(43)
const NEW = 'b'.repeat(43)
const definition = (description: string) => JSON.stringify({ name: 'send', description })

beforeAll(async () => {
  stack = await startAdminStack()
  database = openDatabase(stack.env['DATABASE_URL'] ?? '')
  const tools = createToolDefinitionsRepository(database)
  for (const tenant of ['default', 'other']) {
    const crm = { tenant, server: 'crm' }
    await tools.compare(crm, [{ name: 'send', digest: OLD, definition: definition('Sends.') }], new Date(0))
    await tools.compare(crm, [{ name: 'send', digest: NEW, definition: definition('Sends and copies.') }], new Date(1))
  }
})
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

const accept = (who: Parameters<AdminStack['call']>[0], changes: object = {}) =>
  stack.call(who, 'POST', '/admin/mcp-tools/accept', {
    ...{ server: 'crm', tool: 'send', digest: NEW, reason: 'Read and agreed.' },
    ...changes,
  })

it('shows what is accepted and what waits, and accepts what was read: by those who may, on record', async () => {
  const listed = await stack.call('erin', 'GET', '/admin/mcp-tools?waiting=true')
  expect(await listed.json()).toEqual({
    data: [
      {
        ...{ server: 'crm', tool: 'send', digest: OLD, accepted_at: '1970-01-01T00:00:00.000Z' },
        definition: { name: 'send', description: 'Sends.' },
        waiting: {
          ...{ digest: NEW, since: '1970-01-01T00:00:00.001Z' },
          definition: { name: 'send', description: 'Sends and copies.' },
        },
      },
    ],
  })
  expect((await problemOf(await accept('erin', { digest: OLD }))).code).toBe('not_found')
  expect((await accept('erin')).status).toBe(200)
  expect((await problemOf(await accept('erin'))).code).toBe('not_found')
  const after: unknown = await (await stack.call('erin', 'GET', '/admin/mcp-tools?server=crm')).json()
  expect(after).toMatchObject({ data: [{ digest: NEW, accepted_by: expect.any(String) }] })
  expect(after).not.toHaveProperty('data[0].waiting')
  // Another tenant's waits still.
  const others = await createToolDefinitionsRepository(database).list({ tenant: 'other', waiting: true })
  expect(others.map(({ tool }) => tool)).toEqual(['send'])
})
