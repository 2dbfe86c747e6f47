import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { callStack } from '../stack/call-stack.ts'
import { dropDatabase, urlOf } from './create-database.ts'
import { findTemplate } from './database-template.ts'
import { startPostgres } from './start-postgres.ts'

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const newKey = () => randomBytes(20).toString('hex')

it('is filled once for all who ask at the same time, and each has a copy', async () => {
  const fill = vi.fn(async (url: string) => void (await query(url, 'CREATE TABLE t AS SELECT 1 AS one')))
  const template = { key: newKey(), fill }
  const servers = await Promise.all([startPostgres(template), startPostgres(template), startPostgres(template)])
  expect(fill).toHaveBeenCalledOnce()
  await query(servers[0].url, 'INSERT INTO t VALUES (2)')
  const rows = await Promise.all(servers.map(({ url }) => query(url, 'SELECT one FROM t ORDER BY one')))
  expect(rows).toEqual([[{ one: 1 }, { one: 2 }], [{ one: 1 }], [{ one: 1 }]])
  await Promise.all(servers.map((server) => server.stop()))
  const other = await startPostgres({ key: newKey(), fill })
  expect(fill).toHaveBeenCalledTimes(2)
  await other.stop()
})

it('is made anew where filling it failed halfway, and is none until it is whole', async () => {
  const { adminUrl, source } = await callStack('find-postgres', {})
  expect(source).not.toBe('environment')
  const key = newKey()
  const half = async (url: string) => {
    await query(url, 'CREATE TABLE half AS SELECT 1')
    throw new Error('the second half is missing')
  }
  await expect(findTemplate(adminUrl, { key, fill: half })).rejects.toThrow('the second half is missing')
  const fill = async (url: string) => void (await query(url, 'CREATE TABLE whole AS SELECT 1'))
  const name = await findTemplate(adminUrl, { key, fill })
  const tables = await query(urlOf(adminUrl, name), "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  expect(tables).toEqual([{ tablename: 'whole' }])
  await dropDatabase(adminUrl, urlOf(adminUrl, name))
})

it.each(['', 'no-digits!', 'x"; DROP DATABASE postgres; --'])('has no name for the key %j', async (key) => {
  await expect(startPostgres({ key, fill: async () => undefined })).rejects.toThrow('no key of a template')
})
