import type { KnownUser } from '@sluice/db'
import { type DirectoryPull, type NamedUser, usersAfter } from '@sluice/directory-sync'
import { defined } from '@sluice/service-kit/async'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from './directory.ts'

/** A directory and somebody who works in it. Users are known by the name that is their `sub` and username. */
interface DirectoryFixture {
  open(changes?: { readonly maxUsers?: number; readonly wrongCredentials?: boolean }): Directory
  add(name: string): Promise<void>
  disable(name: string): Promise<void>
  enable(name: string): Promise<void>
  remove(name: string): Promise<void>
  rename(name: string, newName: string): Promise<void>
  /** At least one name. */
  setGroup(group: string, names: readonly [string, ...string[]]): Promise<void>
  stopServer(): Promise<void>
  close(): Promise<void>
}

/** What every directory does, whatever its protocol. Its pages must hold three users at most. */
export function describeDirectory(kind: string, createFixture: () => Promise<DirectoryFixture>): void {
  describe(`${kind}, as any directory`, () => {
    let fixture: DirectoryFixture
    let directory: Directory
    beforeEach(async () => {
      fixture = await createFixture()
      directory = fixture.open()
    })
    afterEach(async () => {
      await directory.close()
      await fixture.close()
    })
    const signal = () => AbortSignal.timeout(15_000)

    /** What is known after each pull, from one to the next. */
    function follower() {
      let known: KnownUser[] = []
      let cursor: string | undefined
      return async () => {
        const pull: DirectoryPull = await directory.pull({ cursor, signal: signal() })
        const byId = new Map(known.map((user) => [user.directoryUserId ?? '', user]))
        const { present } = usersAfter(byId, pull)
        known = [...present.values()].map(toKnown)
        cursor = pull.cursor
        return new Map(known.map((user) => [user.sub, user]))
      }
    }
    const addAll = async (...names: string[]) => {
      for (const name of names) await fixture.add(name)
    }

    it('may be empty', async () => {
      expect(await follower()()).toEqual(new Map())
    })

    it('names every user once, over several pages', async () => {
      const names = ['ann', 'bob', 'carl', 'dora', 'eve', 'fred', 'gus']
      await addAll(...names)
      const users = await follower()()
      expect([...users.keys()].sort()).toEqual(names)
      expect(new Set([...users.values()].map(({ directoryUserId }) => directoryUserId)).size).toBe(names.length)
      expect(users.get('eve')).toMatchObject({
        sub: 'eve',
        preferredUsername: 'eve',
        email: 'eve@example.test',
        active: true,
        groups: [],
      })
    })

    it('tells who is disabled, enabled again, deleted, added', async () => {
      await addAll('ann', 'bob', 'carl', 'dora')
      const pull = follower()
      await pull()
      await fixture.disable('bob')
      await fixture.remove('carl')
      await fixture.add('eve')
      const users = await pull()
      expect([...users].map(([sub, { active }]) => [sub, active]).sort()).toEqual([
        ['ann', true],
        ['bob', false],
        ['dora', true],
        ['eve', true],
      ])
      await fixture.enable('bob')
      expect((await pull()).get('bob')).toMatchObject({ active: true, email: 'bob@example.test' })
      expect([...(await pull()).keys()].sort()).toEqual(['ann', 'bob', 'dora', 'eve'])
    })

    it('keeps the id of a user who is renamed', async () => {
      await addAll('ann', 'bob', 'carl')
      const pull = follower()
      const before = (await pull()).get('ann')
      await fixture.rename('ann', 'anna')
      const users = await pull()
      expect(users.has('ann')).toBe(false)
      expect(users.get('anna')?.directoryUserId).toBe(before?.directoryUserId)
    })

    it('tells who is in which group', async () => {
      await addAll('ann', 'bob', 'carl', 'dora')
      await fixture.setGroup('eng', ['ann', 'bob', 'carl'])
      await fixture.setGroup('ops', ['ann'])
      const pull = follower()
      const groups = async () =>
        Object.fromEntries([...(await pull())].map(([sub, user]) => [sub, [...user.groups].sort()]))
      expect(await groups()).toEqual({ ann: ['eng', 'ops'], bob: ['eng'], carl: ['eng'], dora: [] })
      await fixture.setGroup('eng', ['dora'])
      expect(await groups()).toEqual({ ann: ['ops'], bob: [], carl: [], dora: ['eng'] })
    })

    it('says of single users whether they are there', async () => {
      await addAll('ann', 'bob')
      const pull = follower()
      const ids = [...(await pull()).values()].map(({ directoryUserId }) => directoryUserId ?? '')
      await fixture.remove('bob')
      const kept = (await pull()).get('ann')?.directoryUserId
      expect(await directory.stillPresent?.(ids, signal())).toEqual([kept])
    })

    it('refuses more users than allowed', async () => {
      await addAll('ann', 'bob', 'carl')
      const small = fixture.open({ maxUsers: 2 })
      await expect(small.pull({ signal: signal() })).rejects.toMatchObject({ code: 'too_large' })
      await small.close()
    })

    it('refuses wrong credentials', async () => {
      const stranger = fixture.open({ wrongCredentials: true })
      await expect(stranger.pull({ signal: signal() })).rejects.toMatchObject({ code: 'unauthorized' })
      await stranger.close()
    })

    it('cannot be reached when it is down', async () => {
      await fixture.stopServer()
      await expect(directory.pull({ signal: signal() })).rejects.toMatchObject({ code: 'unreachable' })
    })

    it('stops when its signal aborts', async () => {
      await fixture.add('ann')
      await expect(directory.pull({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'timeout' })
    })
  })
}

/** A user as the database returns it: without the members that are absent. */
function toKnown({ id, sub, preferredUsername, email, groups, active }: NamedUser): KnownUser {
  return defined({ sub, groups, active, directoryUserId: id, removed: false, preferredUsername, email })
}
