import { SluiceError } from '@sluice/contracts'
import { createDirectorySyncRepository } from '@sluice/db'
import { DirectoryFault, type DirectoryPull } from '@sluice/directory-sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncDirectory } from './sync-directory.ts'
import { createMemoryDirectory, type MemoryDirectory, numbered, userOf } from './testing/memory-directory.ts'
import { type SyncStack, type SyncStores, startSyncStores, TENANT } from './testing/test-stack.ts'

describe('the identity sync', () => {
  let stores: SyncStores
  let open: SyncStack
  let directory: MemoryDirectory
  beforeAll(async () => {
    stores = await startSyncStores()
  }, 300_000)
  afterAll(async () => await stores?.stop())
  beforeEach(async () => {
    open = await stores.open()
    directory = createMemoryDirectory()
  })
  afterEach(async () => await open.close())

  const users = numbered(20)
  const isActive = async (sub: string) => (await open.users.find(TENANT, sub))?.active
  const pullFirst = async (...subs: string[]) => {
    directory.has(...subs)
    await open.sync(directory)
  }
  const events = async () => (await open.records()).map(({ event, severity }) => [event, severity])

  describe('holds a pull that would revoke too many', () => {
    beforeEach(async () => await pullFirst(...users))

    it('and changes nothing, with a critical event', async () => {
      await open.openSession('u0000')
      directory.has(...numbered(9, 11), 'new')
      expect(await open.sync(directory)).toMatchObject({ outcome: 'held', counts: { revocations: 11, created: 1 } })
      expect(await open.stateOf('u0000')).toBe('active')
      expect(await isActive('new')).toBeUndefined()
      expect((await events()).at(-1)).toEqual(['directory.held', 'critical'])
      expect(await open.syncs.pending({ tenant: TENANT, directory: 'corp' })).toMatchObject([
        { outcome: 'held', plan: { subs: numbered(11) }, fault: { code: 'too_many_revocations' } },
      ])
    })

    it('and passes one that is small enough', async () => {
      directory.has(...users.slice(4))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 4 } })
      directory.has(...users.slice(9))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 5 } })
    })

    it('also in several pulls, of any process, until those have left the window', async () => {
      directory.has(...users.slice(9))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 9 } })
      directory.has(...users.slice(10))
      const again = { ...open.options, syncs: createDirectorySyncRepository(open.database) }
      expect(await syncDirectory(directory, 'schedule', again, AbortSignal.timeout(5_000))).toMatchObject({
        outcome: 'held',
        fault: { message: expect.stringContaining('with 9 of the last') },
      })
      expect(await open.stateOf('u0009')).toBe('active')
      expect(await open.sync(directory, { limits: { ...open.options.limits, windowMs: 0 } })).toMatchObject({
        outcome: 'applied',
        revoked: { frozen: 1 },
      })
    })

    it('and begins to count anew where one was confirmed', async () => {
      directory.has(...users.slice(9))
      await open.sync(directory)
      directory.has(...users.slice(10))
      const { runId } = await open.sync(directory)
      await open.syncs.confirm({ runId, tenant: TENANT, by: 'user:ciso' })
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
      directory.has(...users.slice(19))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 9 } })
    })

    it('until it is confirmed, once', async () => {
      directory.has(...users.slice(12))
      const { runId } = await open.sync(directory)
      expect(await open.sync(directory)).toMatchObject({ outcome: 'held' })
      await open.syncs.confirm({ runId, tenant: TENANT, by: 'user:ciso' })
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 12 } })
      expect(await isActive('u0000')).toBe(false)
      directory.has(...users)
      await open.sync(directory)
      directory.has(...users.slice(12))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'held' })
    })

    it('and lets a confirmation pass for fewer of the same, not for others', async () => {
      directory.has(...users.slice(12))
      const { runId } = await open.sync(directory)
      await open.syncs.confirm({ runId, tenant: TENANT, by: 'user:ciso' })
      directory.has(...users.slice(0, 1))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'held', counts: { revocations: 19 } })
      directory.has(...users.slice(11))
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 11 } })
    })

    it('and forgets a plan that was not confirmed in time', async () => {
      directory.has(...users.slice(12))
      const { runId } = await open.sync(directory, { holdMs: -1 })
      expect(await open.syncs.confirm({ runId, tenant: TENANT, by: 'user:ciso' })).toBe('expired')
      expect(await open.sync(directory)).toMatchObject({ outcome: 'held' })
    })
  })

  it('raises a critical event where the last CISO is gone from the directory', async () => {
    const chief = (sub: string) => userOf(sub, { groups: ['role:ciso'] })
    directory.answer = () => ({ kind: 'snapshot', users: [chief('ann'), chief('ben'), userOf('cleo')] })
    await open.sync(directory)
    directory.answer = () => ({ kind: 'snapshot', users: [chief('ben')] })
    await open.sync(directory)
    expect(await events()).not.toContainEqual(['ciso.last_frozen', 'critical'])
    directory.answer = () => ({ kind: 'snapshot', users: [userOf('dora')] })
    expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
    await expect.poll(events).toContainEqual(['ciso.last_frozen', 'critical'])
  })

  describe('changes nothing when a pull fails', () => {
    beforeEach(async () => await pullFirst('ann', 'bob'))

    it.each([
      ['unreachable', 1],
      ['malformed', 1],
      ['size_limit', 1],
      ['incomplete', 3],
    ] as const)('because it is %s', async (code, attempts) => {
      directory.answer = () => {
        throw new DirectoryFault(code, `It is ${code}.`)
      }
      const before = directory.requests.length
      expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code } })
      expect(directory.requests.length - before).toBe(attempts)
      expect(await open.stateOf('ann')).toBe('active')
      expect((await events()).at(-1)).toEqual(['directory.failed', 'critical'])
      expect(await open.syncs.lastRuns({ tenant: TENANT, limit: 1 })).toMatchObject([
        { outcome: 'failed', fault: { code, message: `It is ${code}.` } },
      ])
    })

    it('because two users have one subject', async () => {
      directory.answer = () => ({ kind: 'snapshot', users: [userOf('bob'), userOf('bob', { id: 'other' })] })
      expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'duplicate' } })
      expect([await open.stateOf('ann'), await open.stateOf('bob')]).toEqual(['active', 'active'])
    })

    it('because a user who seems to be gone is there when asked for', async () => {
      directory.has('bob')
      directory.hidden = ['id-ann']
      expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'incomplete' } })
      expect(await open.stateOf('ann')).toBe('active')
    })

    it('because of something unforeseen, whose words are kept from the record', async () => {
      directory.answer = () => {
        throw new Error('ann@secret.example')
      }
      expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'internal_error' } })
      expect(JSON.stringify(await open.records())).not.toContain('secret.example')
      expect(JSON.stringify(await open.syncs.lastRuns({ tenant: TENANT, limit: 9 }))).not.toContain('secret.example')
    })

    it('and goes on when a repetition is sound', async () => {
      let attempts = 0
      directory.answer = () => {
        attempts += 1
        if (attempts < 3) throw new DirectoryFault('incomplete', 'It changed.')
        return { kind: 'snapshot', users: [userOf('bob')] }
      }
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
    })

    it('because the service is stopped, which is no alarm', async () => {
      const stopping = new AbortController()
      directory.answer = () => {
        stopping.abort()
        throw new DirectoryFault('timeout', 'It took too long.')
      }
      const before = (await events()).length
      expect(await syncDirectory(directory, 'schedule', open.options, stopping.signal)).toMatchObject({
        outcome: 'failed',
        fault: { code: 'interrupted' },
      })
      expect(await events()).toHaveLength(before)
    })
  })

  describe('heals what was broken off', () => {
    beforeEach(async () => await pullFirst('ann', 'bob'))

    it('between the freeze and the users', async () => {
      await open.openSession('ann')
      directory.has('bob')
      const apply = () => Promise.reject(new SluiceError('dependency_unavailable'))
      const failing = { ...open.options.users, apply }
      expect(await open.sync(directory, { users: failing })).toMatchObject({
        fault: { code: 'dependency_unavailable' },
      })
      expect(await open.stateOf('ann')).toBe('session_frozen')
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
      expect(await isActive('ann')).toBe(false)
    })

    it('where one of several could not be frozen', async () => {
      directory.has()
      const freezeControl: typeof open.options.freezeControl = {
        freezeUser: (ref, order) =>
          ref.sub === 'ann'
            ? Promise.reject(new SluiceError('dependency_unavailable'))
            : open.options.freezeControl.freezeUser(ref, order),
      }
      expect(await open.sync(directory, { freezeControl })).toMatchObject({ outcome: 'failed' })
      expect([await isActive('ann'), await isActive('bob')]).toEqual([true, true])
      expect(await open.stateOf('bob')).toBe('session_frozen')
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 2 } })
      expect([await isActive('ann'), await isActive('bob')]).toEqual([false, false])
    })

    it('where the change could not be recorded: nobody is added without a record', async () => {
      directory.has('ann', 'bob', 'carl')
      const outbox = { append: () => Promise.reject(new SluiceError('audit_unavailable')) }
      expect(await open.sync(directory, { outbox })).toMatchObject({ fault: { code: 'audit_unavailable' } })
      expect(await isActive('carl')).toBeUndefined()
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied' })
      expect(await isActive('carl')).toBe(true)
    })
  })

  it('pulls a directory once at a time', async () => {
    let release: (pull: DirectoryPull) => void = () => {}
    const begun = new Promise<void>((resolve) => {
      directory.answer = () => {
        resolve()
        return new Promise((settle) => {
          release = settle
        })
      }
    })
    const first = open.sync(directory)
    await begun
    await expect(open.sync(directory)).rejects.toThrow('another pull is at work')
    release({ kind: 'snapshot', users: [] })
    expect(await first).toMatchObject({ outcome: 'applied' })
  })

  it('gives up on a pull that takes too long, even of a directory that does not listen', async () => {
    directory.answer = () => new Promise(() => {})
    expect(await open.sync(directory, { pullTimeoutMs: 50 })).toMatchObject({ fault: { code: 'timeout' } })
  })

  describe('with a cursor', () => {
    const snapshot: DirectoryPull = { kind: 'snapshot', users: [userOf('ann'), userOf('bob')], cursor: 'c1' }
    const delta = (changes: object): DirectoryPull => ({
      kind: 'delta',
      changed: [],
      removed: [],
      cursor: 'c2',
      ...changes,
    })
    beforeEach(async () => {
      directory.answer = () => snapshot
      await open.sync(directory)
    })
    const cursors = () => directory.requests.map(({ cursor }) => cursor)

    it('asks for what has changed, and keeps the place only when it was applied', async () => {
      directory.answer = () => delta({ removed: ['id-ann'] })
      const apply = () => Promise.reject(new SluiceError('dependency_unavailable'))
      await open.sync(directory, { users: { ...open.options.users, apply } })
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', revoked: { frozen: 1 } })
      await open.sync(directory)
      expect(cursors()).toEqual([undefined, 'c1', 'c1', 'c2'])
      expect(await isActive('ann')).toBe(false)
    })

    it('reads everything anew when the cursor has expired, and when it is time to', async () => {
      directory.answer = ({ cursor }) => {
        if (cursor !== undefined) throw new DirectoryFault('cursor_expired', 'It is gone.')
        return snapshot
      }
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', counts: { unchanged: 2 } })
      await open.sync(directory, { fullPullEveryMs: 0 })
      expect(cursors()).toEqual([undefined, 'c1', undefined, undefined])
    })

    it('reads everything anew where the delta tells of a stranger', async () => {
      directory.answer = ({ cursor }) =>
        cursor === undefined ? snapshot : delta({ changed: [{ id: 'x', active: true }] })
      expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', counts: { unchanged: 2, known: 2 } })
      expect(cursors()).toEqual([undefined, 'c1', undefined])
    })
  })

  it('freezes a thousand users at once', async () => {
    const many = numbered(1_000)
    await pullFirst(...many)
    directory.has()
    const limits = { maxShare: 1, minUsers: 10, windowMs: 0 }
    const observation = await open.sync(directory, { limits })
    expect(observation).toMatchObject({ outcome: 'applied', revoked: { frozen: 1_000, unacknowledged: 0 } })
    expect([await isActive('u0999'), await open.stateOf('u0999')]).toEqual([false, 'session_frozen'])
  })
})
