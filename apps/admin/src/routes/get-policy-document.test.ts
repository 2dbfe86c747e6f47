import { createPolicyDocumentsRepository, createUsersRepository, openDatabase } from '@sluice/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack?.stop())

const digest = 'a'.repeat(43)
const path = `/admin/policy-documents/${digest}`

it('gives a text to the roles that look after policies and records, and to their tenant only', async () => {
  const database = openDatabase(stack.env['DATABASE_URL'] ?? '')
  const document = { digest, kind: 'schema', text: 'entity User;' } as const
  await createPolicyDocumentsRepository(database).keep('default', [document])
  await createUsersRepository(database).upsert({ tenant: 'other', sub: 'stranger', groups: [], active: true })
  await database.close()
  for (const role of ['auditor', 'ciso', 'aigo']) {
    expect(await okJson(await stack.call({ sub: 'office', groups: [`role:${role}`] }, 'GET', path))).toEqual(document)
  }
  const stranger = await stack.call({ sub: 'stranger', groups: ['role:auditor'], tid: 'other' }, 'GET', path)
  expect(await problemOf(stranger)).toMatchObject({ status: 404 })
  const unknown = await stack.call(
    { sub: 'office', groups: ['role:auditor'] },
    'GET',
    path.replaceAll('a'.repeat(43), 'b'.repeat(43)),
  )
  expect(await problemOf(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})
