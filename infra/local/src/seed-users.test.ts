import { createUsersRepository, type Database, openDatabase } from '@sluice/db'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_USERS } from './sample-users.ts'
import { seedUsers } from './seed-users.ts'
import { LOCAL_DIRECTORY } from './services.ts'

let postgres: PostgresServer
let database: Database
beforeAll(async () => {
  postgres = await startPostgres()
  database = openDatabase(postgres.url)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

it('forgets whom the last local directory had, and nobody else', async () => {
  await seedUsers(postgres.url, SAMPLE_USERS)
  const users = createUsersRepository(database)
  for (const sub of ['guest', 'partner']) {
    await users.upsert({ tenant: 'default', sub, groups: [], active: true })
  }
  const adopt = 'UPDATE users SET directory = $1, directory_user_id = sub, active = false WHERE sub = ANY($2)'
  await database.pool.query(adopt, [LOCAL_DIRECTORY, ['alice', 'guest']])
  await database.pool.query(adopt, ['corp', ['partner']])

  await seedUsers(postgres.url, SAMPLE_USERS)
  const alice = await users.find('default', 'alice')
  expect(alice).toMatchObject({ active: true, groups: ['dept:finance', 'role:employee'] })
  expect(alice?.directory).toBeUndefined()
  expect(await users.find('default', 'guest')).toBeUndefined()
  expect(await users.find('default', 'partner')).toMatchObject({ directory: 'corp', active: false })
})
