import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostgresServer } from './postgres-server.ts'
import { startOwnPostgres } from './start-own-postgres.ts'

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('startOwnPostgres', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startOwnPostgres({ sources: ['binary'] })
  })
  afterAll(async () => await server?.stop())

  it('serves a database of its own', async () => {
    expect(server.url).toContain(`@127.0.0.1:${server.port}/sluice`)
    expect(await query(server.url, 'select current_database() as name, 1 + 1 as sum')).toEqual([
      { name: 'sluice', sum: 2 },
    ])
    expect(await query(server.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  })

  it('makes fresh databases that share nothing', async () => {
    const [first, second] = [await server.createDatabase(), await server.createDatabase()]
    await query(first, 'create table t (id integer)')
    await expect(query(second, 'select * from t')).rejects.toThrow(/does not exist/)
  })

  it('refuses a wrong password', async () => {
    const url = new URL(server.url)
    url.password = 'wrong'
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  it('uses TEST_DATABASE_URL and drops what it made', async () => {
    process.env.TEST_DATABASE_URL = server.url
    try {
      const shared = await startOwnPostgres()
      const name = new URL(shared.url).pathname.slice(1)
      const count = `select count(*)::integer as n from pg_database where datname = '${name}'`
      expect(shared.source).toBe('environment')
      expect(await query(server.url, count)).toEqual([{ n: 1 }])
      await shared.stop()
      expect(await query(server.url, count)).toEqual([{ n: 0 }])
    } finally {
      delete process.env.TEST_DATABASE_URL
    }
  })

  it('keeps its data in a given folder, even past a stale pid file', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sluice-postgres-test-'))
    const options = { dataDirectory, password: 'kept-password', sources: ['binary'] } as const
    const first = await startOwnPostgres(options)
    await query(first.url, 'create table t as select 42 as n')
    await first.stop()
    // The id of a live process that is no database.
    await writeFile(join(dataDirectory, 'postmaster.pid'), `${process.pid}\n${dataDirectory}\n`)
    const second = await startOwnPostgres(options)
    expect(await query(second.url, 'select n from t')).toEqual([{ n: 42 }])
    await second.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
})
