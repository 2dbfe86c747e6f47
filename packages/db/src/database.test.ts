import { readFileSync } from 'node:fs'
import { type PostgresServer, startPostgres, startTcpProxy } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { sql } from './drizzle.ts'
import { migrate } from './migrate.ts'
import { createUsersRepository, type User } from './users-repository.ts'

const journal = JSON.parse(readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8'))
const unavailable = { code: 'dependency_unavailable' }
const alice: User = {
  tenant: 'acme',
  sub: 'u-1',
  preferredUsername: 'alice',
  email: 'alice@example.test',
  groups: ['dept:finance', 'a "quoted", {odd} group'],
  active: true,
}

describe('the database', () => {
  let server: PostgresServer
  const opened: Database[] = []
  beforeAll(async () => {
    server = await startPostgres()
  }, 300_000)
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await server?.stop()
  })

  const open = (url: string, options?: DatabaseOptions) => {
    const database = openDatabase(url, options)
    opened.push(database)
    return database
  }
  it('keeps one connection open where nobody asks, and closes the others', async () => {
    const { pool, checkReady } = open(await server.createDatabase())
    await checkReady()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
      for (const client of clients) client.release()
      expect(pool.totalCount).toBe(3)
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(() => expect(pool.totalCount).toBe(1))
    } finally {
      vi.useRealTimers()
    }
  })

  const openMigrated = async () => {
    const database = open(await server.createDatabase())
    await migrate(database)
    return database
  }

  describe('migrate', () => {
    it('may be run by many at once, and again', async () => {
      const url = await server.createDatabase()
      const databases = Array.from({ length: 5 }, () => open(url))
      await Promise.all(databases.map((database) => migrate(database)))
      const [database] = databases
      await migrate(database!)
      const { rows } = await database!.pool.query('SELECT count(*)::int AS applied FROM drizzle.__drizzle_migrations')
      expect(rows).toEqual([{ applied: journal.entries.length }])
    })

    it('gives up waiting for another that does not end', async () => {
      const database = open(await server.createDatabase())
      const other = await database.pool.connect()
      await other.query('SELECT pg_advisory_lock($1)', [0x73_6c_75_69_63_65])
      await expect(migrate(database, 150)).rejects.toMatchObject(unavailable)
      other.release(true)
      await migrate(database)
    })

    it('fails where there is no server', async () => {
      await expect(migrate(open('postgres://postgres@127.0.0.1:1/none'))).rejects.toMatchObject(unavailable)
    })
  })

  describe('createUsersRepository', () => {
    it('gives back what it was given', async () => {
      const users = createUsersRepository(await openMigrated())
      const stored = await users.upsert(alice)
      expect(stored).toMatchObject(alice)
      expect(stored.createdAt).toBeInstanceOf(Date)
      expect(await users.find('acme', 'u-1')).toEqual(stored)
    })

    it('knows nobody who was not added, in this tenant', async () => {
      const users = createUsersRepository(await openMigrated())
      await users.upsert(alice)
      expect(await users.find('acme', 'u-2')).toBeUndefined()
      expect(await users.find('other', 'u-1')).toBeUndefined()
      expect(await users.find('acme', "u-1' OR '1'='1")).toBeUndefined()
    })

    it('replaces all that is known of a user', async () => {
      const users = createUsersRepository(await openMigrated())
      const first = await users.upsert(alice)
      const second = await users.upsert({ tenant: 'acme', sub: 'u-1', groups: [], active: false })
      expect(second).toEqual({
        tenant: 'acme',
        sub: 'u-1',
        groups: [],
        active: false,
        createdAt: first.createdAt,
        updatedAt: expect.any(Date),
      })
      expect(second.updatedAt.getTime()).toBeGreaterThanOrEqual(first.updatedAt.getTime())
    })

    it('deactivates and reactivates, known users only', async () => {
      const users = createUsersRepository(await openMigrated())
      await users.upsert(alice)
      expect(await users.setActive('acme', 'u-1', false)).toBe(true)
      expect(await users.find('acme', 'u-1')).toMatchObject({ active: false, groups: alice.groups })
      expect(await users.setActive('acme', 'u-1', true)).toBe(true)
      expect(await users.find('acme', 'u-1')).toMatchObject({ active: true })
      expect(await users.setActive('other', 'u-1', false)).toBe(false)
    })

    it('lists a tenant page by page', async () => {
      const users = createUsersRepository(await openMigrated())
      const subs = ['b', 'a', 'C', 'é', '日', 'z-1', 'z_1']
      for (const sub of subs) await users.upsert({ ...alice, sub })
      await users.upsert({ ...alice, tenant: 'other' })
      const seen: string[] = []
      for (;;) {
        const after = seen.at(-1)
        const page = await users.list({ tenant: 'acme', limit: 3, ...(after === undefined ? {} : { after }) })
        seen.push(...page.map(({ sub }) => sub))
        if (page.length < 3) break
      }
      expect(seen).toHaveLength(subs.length)
      expect(new Set(seen)).toEqual(new Set(subs))
    })

    it('finds those whose subject, name or address begins so, of a group, who are active or not', async () => {
      const users = createUsersRepository(await openMigrated())
      const person = (sub: string, preferredUsername: string, email: string, more: object = {}) =>
        users.upsert({ tenant: 'acme', sub, preferredUsername, email, groups: [], active: true, ...more })
      await person('u-1', 'Zoë.Example', 'first@example.test', { groups: ['dept:hr', 'other'] })
      await person('u-2', '100%_sure', 'ZO@example.test', { active: false })
      await person('zo-3', 'x', 'y@example.test', { groups: ['dept:hr'], active: false })
      await users.upsert({ ...alice, tenant: 'other', sub: 'zo-other' })
      const found = async (filter: object) =>
        (await users.list({ tenant: 'acme', limit: 10, ...filter })).map(({ sub }) => sub)
      expect(await found({ prefix: 'ZO' })).toEqual(['u-1', 'u-2', 'zo-3'])
      expect(await found({ prefix: 'zoë.e' })).toEqual(['u-1'])
      expect(await found({ prefix: '100%' })).toEqual(['u-2'])
      // Not as LIKE would take them.
      for (const prefix of ['%', '_', '100%_%', '\\', 'example']) expect(await found({ prefix })).toEqual([])
      expect(await found({ group: 'dept:hr' })).toEqual(['u-1', 'zo-3'])
      expect(await found({ group: 'dept:hr', active: false, prefix: 'zo' })).toEqual(['zo-3'])
      expect(await found({ active: true, after: 'u-0' })).toEqual(['u-1'])
    })

    it.each([0, -1, 1.5, 1_001, Number.NaN])('lists no page of %d', async (limit) => {
      const users = createUsersRepository(open('postgres://postgres@127.0.0.1:1/none'))
      await expect(users.list({ tenant: 'acme', limit })).rejects.toMatchObject({ code: 'invalid_request' })
    })
  })

  describe('failures', () => {
    it('are dependency_unavailable, and quote no values', async () => {
      const users = createUsersRepository(open(await server.createDatabase()))
      const error: unknown = await users.upsert(alice).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ ...unavailable, cause: { code: '42P01' } })
      const { message, cause } = error as Error
      expect(`${message} ${(cause as Error).message}`).not.toContain('alice')
    })

    it('come soon where nobody listens', async () => {
      const database = open('postgres://postgres@127.0.0.1:1/none', { connectTimeoutMs: 200 })
      await expect(database.checkReady()).rejects.toMatchObject(unavailable)
      await expect(createUsersRepository(database).find('a', 'b')).rejects.toMatchObject(unavailable)
    })

    it('end with the connection, by time-out where it falls silent, and are over when it is back', async () => {
      const url = new URL(await server.createDatabase())
      const proxy = await startTcpProxy(Number(url.port))
      url.port = String(proxy.port)
      const database = open(url.href, { connectTimeoutMs: 1_500, statementTimeoutMs: 1_000, maxConnections: 2 })
      await migrate(database)
      const users = createUsersRepository(database)
      await users.upsert(alice)
      for (const interrupt of [proxy.cut, proxy.freeze]) {
        interrupt()
        await expect(users.find('acme', 'u-1')).rejects.toMatchObject(unavailable)
        await expect(database.checkReady()).rejects.toMatchObject(unavailable)
        proxy.restore()
        await expect.poll(() => users.find('acme', 'u-1').catch(String), { timeout: 10_000 }).toMatchObject(alice)
      }
      await database.close()
      await proxy.stop()
    })

    it('come to a transaction that is between two statements when its connection is cut', async () => {
      const url = new URL(await server.createDatabase())
      const proxy = await startTcpProxy(Number(url.port))
      url.port = String(proxy.port)
      const seen: string[] = []
      const database = open(url.href, { onError: ({ message }) => seen.push(message) })
      const transaction = database.orm.transaction(async (inside) => {
        await inside.execute(sql`SELECT 1`)
        proxy.cut()
        // Without a listener of its own, the connection's failure would end the process here.
        await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 10_000 })
        await inside.execute(sql`SELECT 2`)
      })
      await expect(transaction).rejects.toThrow()
      proxy.restore()
      await database.checkReady()
      await database.close()
      await proxy.stop()
    })

    it('follow a statement that takes too long', async () => {
      const database = open(await server.createDatabase(), { statementTimeoutMs: 500 })
      await expect(database.pool.query('SELECT pg_sleep(5)')).rejects.toThrow(/timeout/)
      await database.checkReady()
    })
  })
})
