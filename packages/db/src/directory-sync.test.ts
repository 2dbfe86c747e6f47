import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { createDirectorySyncRepository } from './directory-sync-repository.ts'
import type { DirectorySyncCounts } from './directory-sync-run.ts'
import {
  createDirectoryUsersRepository,
  type DirectoryChanges,
  type DirectoryUserRow,
  type KnownUser,
} from './directory-users-repository.ts'
import { MIGRATED } from './testing/index.ts'
import { createUsersRepository } from './users-repository.ts'

const noCounts: DirectorySyncCounts = {
  known: 0,
  seen: 0,
  created: 0,
  updated: 0,
  renamed: 0,
  deactivated: 0,
  deleted: 0,
  reactivated: 0,
  unchanged: 0,
  ignored: 0,
  revocations: 0,
}
const run = { directory: 'corp', tenant: 'acme', trigger: 'schedule' } as const
const fault = { code: 'too_many_revocations', message: 'too many' }
const plan = { counts: noCounts, fault, subs: ['a', 'b'], digest: 'd1', holdMs: 60_000 }

describe('the identity sync in PostgreSQL', () => {
  let server: PostgresServer
  const opened: Database[] = []
  beforeAll(async () => {
    server = await startPostgres(MIGRATED)
  }, 300_000)
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await server?.stop()
  })

  async function setUp() {
    const database = openDatabase(await server.createDatabase())
    opened.push(database)
    const syncs = createDirectorySyncRepository(database)
    const directoryUsers = createDirectoryUsersRepository(database)
    const apply = async (changes: Partial<DirectoryChanges>, beforeCommit = async () => {}) => {
      const runId = await syncs.begin(run)
      const { revision } = await syncs.state('corp', 'acme')
      const nothing = { upserts: [], removedSubs: [], droppedSubs: [], passedSubs: [], settles: [] }
      const common = { runId, directory: 'corp', tenant: 'acme', revision, pull: 'snapshot', counts: noCounts } as const
      return await directoryUsers.apply({ ...common, ...nothing, ...changes }, beforeCommit)
    }
    const known = async () => {
      const all: KnownUser[] = []
      for await (const page of directoryUsers.known('acme')) all.push(...page)
      return all
    }
    return { database, syncs, directoryUsers, users: createUsersRepository(database), apply, known }
  }
  const user = (sub: string, directoryUserId = `id-${sub}`): DirectoryUserRow => ({
    sub,
    directoryUserId,
    preferredUsername: sub.toUpperCase(),
    email: `${sub}@Example.test`,
    groups: ['a,b', '{x}'],
    active: true,
  })

  describe('users', () => {
    it('are found by subject exactly, and by name and address in any case', async () => {
      const { users, apply } = await setUp()
      await apply({ upserts: [user('ann'), user('bob')] })
      await users.upsert({ tenant: 'other', sub: 'ann', email: 'ANN@example.TEST', groups: [], active: false })
      const subs = async (query: Parameters<typeof users.search>[0]) =>
        (await users.search(query)).map(({ tenant, sub }) => `${tenant}/${sub}`)
      expect(await subs({ sub: 'ann', limit: 5 })).toEqual(['acme/ann', 'other/ann'])
      expect(await subs({ sub: 'Ann', limit: 5 })).toEqual([])
      expect(await subs({ tenant: 'acme', preferredUsername: 'aNN', limit: 5 })).toEqual(['acme/ann'])
      expect(await subs({ email: 'ann@EXAMPLE.test', limit: 5 })).toEqual(['acme/ann', 'other/ann'])
      expect(await subs({ email: 'ann@EXAMPLE.test', limit: 1 })).toEqual(['acme/ann'])
      expect(await subs({ email: "' OR true --", limit: 1 })).toEqual([])
    })

    it.each([
      ['nothing to look for', { limit: 1 }],
      ['two things at once', { sub: 'a', email: 'b', limit: 1 }],
      ['a limit out of range', { sub: 'a', limit: 1_001 }],
    ])('refuses %s', async (_what, query) => {
      const { users } = await setUp()
      await expect(users.search(query)).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('come with their directory, and leave as inactive rows', async () => {
      const { users, apply, known } = await setUp()
      expect(await apply({ upserts: [user('ann')] })).toBe(true)
      expect(await users.find('acme', 'ann')).toMatchObject({ ...user('ann'), directory: 'corp', active: true })
      await apply({ removedSubs: ['ann'] })
      expect(await users.find('acme', 'ann')).toMatchObject({ active: false, removedAt: expect.any(Date) })
      expect(await known()).toMatchObject([{ sub: 'ann', active: false, removed: true, directoryUserId: 'id-ann' }])
      await apply({ upserts: [user('ann')] })
      expect((await known())[0]).toEqual({ ...user('ann'), directory: 'corp', removed: false })
    })

    it('may swap their subjects, and move to a new one', async () => {
      const { apply, known } = await setUp()
      await apply({ upserts: [user('ann', '1'), user('bob', '2'), user('old', '3')] })
      await apply({
        passedSubs: ['ann', 'bob'],
        droppedSubs: ['old'],
        upserts: [user('ann', '2'), user('bob', '1'), user('new', '3')],
      })
      const found = (await known()).map(({ sub, directoryUserId }) => `${sub}=${directoryUserId}`)
      expect(found).toEqual(['ann=2', 'bob=1', 'new=3'])
    })

    it('added by hand are adopted; those of another directory are neither changed nor taken', async () => {
      const { users, apply, database, syncs } = await setUp()
      await users.upsert({ tenant: 'acme', sub: 'ann', groups: [], active: true })
      await apply({ upserts: [user('ann')] })
      expect(await users.find('acme', 'ann')).toMatchObject({ directory: 'corp' })
      const other = createDirectoryUsersRepository(database)
      const { revision } = await syncs.state('other', 'acme')
      const runId = await syncs.begin({ ...run, directory: 'other' })
      const changes = {
        runId,
        directory: 'other',
        tenant: 'acme',
        revision,
        pull: 'snapshot',
        counts: noCounts,
      } as const
      const nothing = { upserts: [], removedSubs: [], droppedSubs: [], passedSubs: [], settles: [] }
      await other.apply({ ...changes, ...nothing, removedSubs: ['ann'], droppedSubs: ['ann'] }, async () => {})
      expect(await users.find('acme', 'ann')).toMatchObject({ directory: 'corp', active: true })
      await expect(
        other.apply({ ...changes, revision: revision + 1, ...nothing, upserts: [user('ann')] }, async () => {}),
      ).rejects.toMatchObject({ code: 'dependency_unavailable' })
      expect(await users.find('acme', 'ann')).toMatchObject({ directory: 'corp', directoryUserId: 'id-ann' })
    })

    it('are all written or none, in batches', async () => {
      const { apply, known, syncs } = await setUp()
      const many = Array.from({ length: 2_500 }, (_, n) => user(`u-${n}`))
      const refusal = new Error('not recorded')
      await expect(apply({ upserts: many }, () => Promise.reject(refusal))).rejects.toMatchObject({ cause: refusal })
      expect(await known()).toEqual([])
      expect((await syncs.lastRuns({ tenant: 'acme', limit: 1 }))[0]).toMatchObject({ outcome: 'running' })
      await apply({ upserts: many })
      expect(await known()).toHaveLength(2_500)
    })

    it('are not written by a pull that was overtaken', async () => {
      const { apply, known, syncs } = await setUp()
      const { revision } = await syncs.state('corp', 'acme')
      await apply({ upserts: [user('ann')], cursor: 'c1' })
      expect(await apply({ removedSubs: ['ann'], revision })).toBe(false)
      expect(await known()).toMatchObject([{ active: true }])
      expect(await syncs.state('corp', 'acme')).toMatchObject({
        cursor: 'c1',
        revision: 1,
        fullPullAt: expect.any(Date),
      })
      expect(await syncs.state('corp', 'elsewhere')).toEqual({ revision: 1 })
      await syncs.forgetCursor('corp')
      expect(await syncs.state('corp', 'acme')).not.toHaveProperty('cursor')
    })
  })

  describe('runs', () => {
    it('are listed with what came of them, the newest first', async () => {
      const { syncs, apply } = await setUp()
      expect(await syncs.lastPulledAt('corp')).toBeUndefined()
      const first = await syncs.begin(run)
      await syncs.fail(first, { fault: { code: 'timeout', message: 'too slow' } })
      expect(await syncs.lastPulledAt('corp')).toBeUndefined()
      await apply({ counts: { ...noCounts, created: 3 } })
      await syncs.begin({ ...run, directory: 'other' })
      expect(await syncs.lastRuns({ tenant: 'acme', limit: 10 })).toMatchObject([
        { directory: 'other', outcome: 'running' },
        {
          directory: 'corp',
          outcome: 'applied',
          pull: 'snapshot',
          counts: { created: 3 },
          finishedAt: expect.any(Date),
        },
        { id: first, outcome: 'failed', fault: { code: 'timeout', message: 'too slow' } },
      ])
      expect(await syncs.lastRuns({ tenant: 'acme', directory: 'other', limit: 10 })).toHaveLength(1)
      expect(await syncs.lastPulledAt('corp')).toBeInstanceOf(Date)
      await expect(syncs.lastRuns({ tenant: 'acme', limit: 0 })).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('that their process left behind count as failed', async () => {
      const { syncs } = await setUp()
      const lost = await syncs.begin(run)
      await syncs.begin(run)
      expect(await syncs.find(lost)).toMatchObject({ outcome: 'failed', fault: { code: 'interrupted' } })
    })

    it('that are held wait for one confirmation, which counts once', async () => {
      const { syncs, apply } = await setUp()
      const held = await syncs.begin(run)
      await syncs.hold(held, plan)
      expect(await syncs.pending({ tenant: 'acme' })).toMatchObject([
        { id: held, fault, plan: { digest: 'd1', subs: ['a', 'b'] } },
      ])
      expect(await syncs.confirm({ runId: held, tenant: 'acme', by: 'user:ciso' })).toBe('confirmed')
      expect(await syncs.confirm({ runId: held, tenant: 'acme', by: 'user:other' })).toBe('already_confirmed')
      const [pending] = await syncs.pending({ tenant: 'acme', directory: 'corp' })
      expect(pending?.plan).toMatchObject({ confirmedBy: 'user:ciso', confirmedAt: expect.any(Date) })
      expect(await syncs.pending({ tenant: 'acme', directory: 'other' })).toEqual([])
      await apply({ settles: [held] })
      expect(await syncs.pending({ tenant: 'acme' })).toEqual([])
      expect((await syncs.find(held))?.plan?.settledBy).toEqual(expect.any(String))
    })

    it('are those of one tenant, whatever their directories are called', async () => {
      const { syncs } = await setUp()
      const held = await syncs.begin(run)
      await syncs.hold(held, plan)
      const foreign = await syncs.begin({ ...run, tenant: 'other' })
      await syncs.hold(foreign, { ...plan, digest: 'd2' })
      for (const [tenant, id] of [
        ['acme', held],
        ['other', foreign],
      ] as const) {
        for (const runs of [{ tenant }, { tenant, directory: 'corp' }]) {
          expect(await syncs.lastRuns({ ...runs, limit: 10 })).toMatchObject([{ id, tenant }])
          expect(await syncs.lastRuns({ ...runs, limit: 1 })).toMatchObject([{ id, tenant }])
          expect(await syncs.pending(runs)).toMatchObject([{ id, tenant }])
        }
      }
      expect(await syncs.lastRuns({ tenant: '', limit: 10 })).toEqual([])
      expect(await syncs.pending({ tenant: '' })).toEqual([])
      expect(await syncs.confirm({ runId: foreign, tenant: 'acme', by: 'user:ciso' })).toBeUndefined()
      expect((await syncs.find(foreign))?.plan).not.toHaveProperty('confirmedBy')
      expect(await syncs.confirm({ runId: foreign, tenant: 'other', by: 'user:ciso' })).toBe('confirmed')
      expect(await syncs.confirm({ runId: foreign, tenant: 'acme', by: 'user:ciso' })).toBeUndefined()
    })

    it('are not confirmed when it is too late, not held, or unknown', async () => {
      const { syncs } = await setUp()
      const held = await syncs.begin(run)
      await syncs.hold(held, { ...plan, holdMs: -1 })
      expect(await syncs.confirm({ runId: held, tenant: 'acme', by: 'user:ciso' })).toBe('expired')
      expect(await syncs.pending({ tenant: 'acme' })).toEqual([])
      const running = await syncs.begin(run)
      expect((await syncs.find(held))?.plan).not.toHaveProperty('subs')
      expect(await syncs.confirm({ runId: running, tenant: 'acme', by: 'user:ciso' })).toBe('not_held')
      expect(await syncs.confirm({ runId: crypto.randomUUID(), tenant: 'acme', by: 'user:ciso' })).toBeUndefined()
      expect(await syncs.confirm({ runId: "x' OR true", tenant: 'acme', by: 'user:ciso' })).toBeUndefined()
      await expect(syncs.confirm({ runId: running, tenant: 'acme', by: '' })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    })

    it('keep no list of subjects that is too long', async () => {
      const { syncs } = await setUp()
      const held = await syncs.begin(run)
      await syncs.hold(held, { ...plan, subs: Array.from({ length: 10_001 }, String) })
      expect((await syncs.find(held))?.plan).toMatchObject({ digest: 'd1' })
      expect((await syncs.find(held))?.plan).not.toHaveProperty('subs')
    })

    it('of one directory exclude each other', async () => {
      const { syncs } = await setUp()
      const inside = await syncs.exclusively('corp', async () => [
        await syncs.exclusively('corp', async () => 'never'),
        await syncs.exclusively('other', async () => 'beside'),
      ])
      expect(inside).toEqual([undefined, 'beside'])
      await expect(syncs.exclusively('corp', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
      expect(await syncs.exclusively('corp', async () => 'again')).toBe('again')
    })

    it('leaves no listener on a connection that others use after it', async () => {
      const { database, syncs } = await setUp()
      const listeners = async () => {
        const client = await database.pool.connect()
        const count = client.listenerCount('error')
        client.release()
        return count
      }
      const before = await listeners()
      for (let time = 0; time < 12; time += 1) await syncs.exclusively('corp', async () => time)
      expect(await listeners()).toBe(before)
    })
  })
})
