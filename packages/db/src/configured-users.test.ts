import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConfiguredUsers } from './configured-users.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openUsers } from './open-users.ts'

const NOT_YET = { active: false, inactiveBecause: 'no-directory' }

describe('who is active', () => {
  function setUp(stored: Readonly<Record<string, boolean>> = {}) {
    const state = { hasDirectory: false, asked: 0, nowMs: 0, isDown: false }
    const users = createConfiguredUsers({
      users: {
        find: async (_tenant, sub) => (Object.hasOwn(stored, sub) ? { active: stored[sub] === true } : undefined),
      },
      directories: {
        hasSynchronized: async () => {
          state.asked += 1
          if (state.isDown) throw new Error('away')
          return state.hasDirectory
        },
      },
      services: [{ tenant: 'default', sub: 'bot' }],
      initial: [{ tenant: 'default', sub: 'alice' }],
      clock: { nowMs: () => state.nowMs, monotonicMs: () => state.nowMs },
    })
    return { state, find: (sub: string, tenant = 'default') => users.find(tenant, sub) }
  }

  it('before a directory was synchronized: services and first users, of their tenant only', async () => {
    const { find } = setUp()
    expect([await find('bot'), await find('alice')]).toEqual([{ active: true }, { active: true }])
    expect([await find('bob'), await find('alice', 'other'), await find('bot', 'other')]).toEqual(
      Array(3).fill(NOT_YET),
    )
  })

  it('after it: services, and nobody else whom the store does not know, within 5 s', async () => {
    const { state, find } = setUp()
    expect(await find('alice')).toEqual({ active: true })
    state.hasDirectory = true
    state.nowMs = 4_999
    expect(await find('alice')).toEqual({ active: true })
    expect(state.asked).toBe(1)
    state.nowMs = 5_000
    expect([await find('alice'), await find('bot'), await find('bob')]).toEqual([
      undefined,
      { active: true },
      undefined,
    ])
  })

  it('is what the store says of whom it knows', async () => {
    const { find } = setUp({ alice: false, bot: false, bob: true })
    expect([await find('alice'), await find('bot'), await find('bob')]).toEqual([
      { active: false },
      { active: false },
      { active: true },
    ])
  })

  it('is not said where nobody can tell', async () => {
    const { state, find } = setUp()
    state.isDown = true
    await expect(find('alice')).rejects.toThrow('away')
    expect(await find('bot')).toEqual({ active: true })
  })
})

describe('over PostgreSQL', () => {
  let server: PostgresServer
  let database: Database
  beforeAll(async () => {
    server = await startPostgres()
    database = openDatabase(server.url)
    await migrate(database)
  }, 300_000)
  afterAll(async () => {
    await database?.close()
    await server?.stop()
  })

  it('a directory counts for its tenant once all its users were pulled and applied', async () => {
    const config = {
      SERVICE_IDENTITIES: [],
      INITIAL_USERS: ['acme', 'other'].map((tenant) => ({ tenant, sub: 'ann' })),
    }
    const find = (tenant: string) =>
      openUsers({ config, clock: { nowMs: () => 0, monotonicMs: () => 0 } }, database).activeUsers.find(tenant, 'ann')
    await database.pool.query("INSERT INTO directory_states (directory, tenant) VALUES ('corp', 'acme')")
    expect(await find('acme')).toEqual({ active: true })
    await database.pool.query("UPDATE directory_states SET full_pull_at = now() WHERE directory = 'corp'")
    expect([await find('acme'), await find('other')]).toEqual([undefined, { active: true }])
  })
})
