import { type PostgresServer, type RedisLease, startPostgres, startRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireStores } from './require-stores.ts'

let redis: RedisLease
let postgres: PostgresServer
beforeAll(async () => {
  redis = await startRedis()
  postgres = await startPostgres()
}, 300_000)
afterAll(async () => {
  await redis?.stop()
  await postgres?.stop()
})

it('asks for nothing that is not named, and takes stores that answer', async () => {
  await requireStores({ REDIS_URL: '' })
  await requireStores({ REDIS_URL: redis.url, DATABASE_URL: postgres.url })
})

it.each([
  [{ REDIS_URL: 'redis://:secret@127.0.0.1:1' }, /^REDIS_URL: redis:\/\/127\.0\.0\.1:1 .*ECONNREFUSED/],
  [
    { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
    /^DATABASE_URL: postgres:\/\/u@127\.0\.0\.1:1\/d .*ECONNREFUSED/,
  ],
  [{ REDIS_URL: '127.0.0.1:6379' }, /^REDIS_URL must be a URL that begins with redis:/],
  [{ REDIS_URL: 'http://127.0.0.1:6379' }, /^REDIS_URL must be a URL that begins with redis:/],
  [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^DATABASE_URL must be a URL that begins with postgres:/],
])('names variable, address and cause, and no password: %j', async (environment, message) => {
  const failure = await requireStores(environment).then(
    () => 'none',
    ({ message: text }: Error) => text,
  )
  expect(failure).toMatch(message)
  expect(failure).not.toContain('secret')
})

it('says what PostgreSQL refuses', async () => {
  const url = new URL(postgres.url)
  url.pathname = '/no-such-database'
  await expect(requireStores({ DATABASE_URL: url.href })).rejects.toThrow(/no-such-database/)
})
