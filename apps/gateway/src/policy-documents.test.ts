import { createHash } from 'node:crypto'
import { createPolicyDocumentsRepository, type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPolicyDocumentKeeper } from './policy-documents.ts'

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

const registry = { digest: 'registry', text: '[]' }
const policies = createCedarPolicies({ clearances: {} }, { clock: { nowMs: () => 0 } })

it('keeps each text of a tenant once, and gives it to this tenant only', async () => {
  const repository = createPolicyDocumentsRepository(database)
  const keep = vi.fn(repository.keep)
  const keeper = createPolicyDocumentKeeper({ documents: { keep }, onError: vi.fn(), retryMs: 1 })
  const policy = policies.current('acme')
  for (let time = 0; time < 3; time += 1) keeper.keep('acme', policy, registry)
  for (const [kind, digest] of Object.entries(policy.digests)) {
    await expect.poll(() => repository.find('acme', digest)).toMatchObject({ kind, digest })
    const { text } = (await repository.find('acme', digest))!
    expect(createHash('sha256').update(text).digest('base64url')).toBe(digest)
    expect(await repository.find('other', digest)).toBeUndefined()
  }
  expect(await repository.find('acme', 'registry')).toEqual({ ...registry, kind: 'registry' })
  expect(keep).toHaveBeenCalledTimes(1)
  keeper.close()
})

it('tries again what it could not keep', async () => {
  const repository = createPolicyDocumentsRepository(database)
  const keep = vi.fn(repository.keep).mockRejectedValueOnce(new Error('down')).mockRejectedValueOnce(new Error('down'))
  const onError = vi.fn()
  const keeper = createPolicyDocumentKeeper({ documents: { keep }, onError, retryMs: 1 })
  keeper.keep('first', policies.current('first'), registry)
  keeper.keep('second', policies.current('second'), registry)
  const { schema } = policies.current('first').digests
  for (const tenant of ['first', 'second']) {
    await expect.poll(() => repository.find(tenant, schema)).toBeDefined()
  }
  expect(onError).toHaveBeenCalledTimes(2)
  keeper.close()
})
