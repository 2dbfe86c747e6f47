import type { FoundConsoleSession } from '@sluice/db'
import type { FreezeNews } from '@sluice/sessions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveSessions } from './live-sessions.ts'
import { digestOfGroups } from './session-end.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const QUIET: FreezeNews = { entries: [], hasGap: false }
const alice = { idHash: 'a', tenant: 't', sub: 'alice' }
const bob = { idHash: 'b', tenant: 't', sub: 'bob' }

const found = ({ idHash, tenant, sub }: typeof alice): FoundConsoleSession => ({
  session: {
    ...{
      idHash,
      tenant,
      sub,
      tokens: '',
      tokenGroups: '',
      freezeVersion: 0,
      authTime: undefined,
      acr: undefined,
      securityKeyAt: undefined,
      series: 'id',
    },
    ...{ createdAt: new Date(0), lastSeenAt: new Date(0), refreshedAt: new Date(0), expiresAt: new Date(9_000) },
    directoryGroups: digestOfGroups(undefined),
  },
  user: undefined,
})

/** With what the stores answer; each may be replaced. */
function setUp(parts: Partial<ConstructorParameters<typeof LiveSessions>[0]> = {}) {
  const stopped: string[] = []
  const told = vi.fn()
  const live = new LiveSessions({
    feed: { start: async () => undefined, next: async () => QUIET },
    repository: { find: async (hashes) => [alice, bob].filter(({ idHash }) => hashes.includes(idHash)).map(found) },
    sessions: { findUser: async () => ({ sessions: 0 }) },
    clock: { nowMs: () => 1, monotonicMs: () => 1 },
    idleMs: 60_000,
    end: async (idHash, reason) => live.sessionEnded(idHash, reason),
    ...{ onFreezes: () => undefined, onLook: told, onError: () => undefined },
    ...parts,
  })
  const add = (person: typeof alice) => live.add(person, (reason) => stopped.push(`${person.sub} ${reason}`))
  return { live, add, stopped, told }
}

const never = () => new Promise<never>(() => undefined)
const tick = (count: number) => vi.advanceTimersByTimeAsync(count * 100)

describe('answers that last', () => {
  it('end with a freeze of their person, and no others do', async () => {
    const entry = { announcement: 2, previous: 1, state: 'frozen', user: alice } as const
    const news = [{ entries: [entry], hasGap: false }]
    const { add, stopped } = setUp({ feed: { start: async () => undefined, next: async () => news.shift() ?? QUIET } })
    add(alice)
    add(alice)
    add(bob)
    await tick(3)
    expect(stopped).toEqual(['alice frozen', 'alice frozen'])
  })

  it.each([
    ['of a session', { sessionId: 7 }],
    ['of a client', { client: 'api-key:1' }],
  ])('go on after a freeze %s of their person', async (_what, part) => {
    const entry = { announcement: 2, previous: 1, state: 'frozen', user: alice, ...part } as const
    const news = [{ entries: [entry], hasGap: false }]
    const { add, stopped } = setUp({ feed: { start: async () => undefined, next: async () => news.shift() ?? QUIET } })
    add(alice)
    await tick(3)
    expect(stopped).toEqual([])
  })

  it('are asked for one by one where the log has a gap, and as they come', async () => {
    const frozen = { state: 'frozen', version: 1, atMs: 1, reason: 'r', by: 'b' } as const
    let isFrozen = false
    const news = [{ entries: [], hasGap: true }]
    const { add, stopped } = setUp({
      feed: { start: async () => undefined, next: async () => news.shift() ?? QUIET },
      sessions: {
        findUser: async ({ sub }) => ({ sessions: 0, ...(isFrozen && sub === 'bob' && { freezeState: frozen }) }),
      },
    })
    add(alice)
    add(bob)
    await tick(0)
    expect(stopped).toEqual([])
    isFrozen = true
    await tick(1)
    expect(stopped).toEqual(['bob frozen'])
    add(bob)
    await tick(0)
    expect(stopped).toEqual(['bob frozen', 'bob frozen'])
  })

  it('tell nothing while nobody can look, and end where that lasts', async () => {
    const feed = { start: async () => undefined, next: vi.fn(async () => QUIET) }
    const { live, add, stopped, told } = setUp({ feed })
    add(alice)
    await tick(2)
    expect([live.isFresh(), told.mock.calls.length > 0]).toEqual([true, true])
    feed.next.mockImplementation(never)
    await tick(5)
    expect([live.isFresh(), stopped]).toEqual([false, []])
    await tick(50)
    expect(stopped).toEqual(['alice unavailable'])
  })

  it('tell again where looks succeed again', async () => {
    const feed = { start: async () => undefined, next: vi.fn(() => Promise.reject(new Error('away'))) }
    const { live, add, stopped } = setUp({ feed })
    add(alice)
    await tick(10)
    expect(live.isFresh()).toBe(false)
    feed.next.mockImplementation(async () => QUIET as never)
    await tick(2)
    expect([live.isFresh(), stopped]).toEqual([true, []])
  })

  it('end where their sessions cannot be asked for', async () => {
    const find = vi.fn(async () => [found(alice)])
    const { add, stopped } = setUp({ repository: { find } })
    add(alice)
    await tick(1)
    find.mockImplementation(never)
    await tick(150)
    expect(stopped).toEqual(['alice unavailable'])
  })

  it('end at once where the session cannot be asked for as they come', async () => {
    const { add, stopped } = setUp({ repository: { find: () => Promise.reject(new Error('away')) } })
    add(alice)
    await tick(0)
    expect(stopped).toEqual(['alice unavailable'])
  })

  it('end where another process has ended the session, and once', async () => {
    const sessions = [alice, bob]
    const { add, stopped, live } = setUp({
      repository: { find: async (hashes) => sessions.filter(({ idHash }) => hashes.includes(idHash)).map(found) },
    })
    add(alice)
    const leave = add(bob)
    await tick(1)
    sessions.shift()
    await tick(20)
    leave()
    live.close()
    expect(stopped).toEqual(['alice replaced'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('go on where the session has another id, and end with that', async () => {
    const moved = { ...alice, idHash: 'a2' }
    const sessions = [alice, bob]
    const { add, stopped, live } = setUp({
      repository: { find: async (hashes) => sessions.filter(({ idHash }) => hashes.includes(idHash)).map(found) },
    })
    add(alice)
    add(bob)
    await tick(1)
    sessions.splice(0, 1, moved)
    live.sessionMoved('a', 'a2')
    await tick(20)
    expect(stopped).toEqual([])
    live.sessionEnded('a', 'logged-out')
    expect(stopped).toEqual([])
    live.sessionEnded('a2', 'logged-out')
    expect(stopped).toEqual(['alice logged-out'])
    live.close()
  })

  it('end when the service stops', () => {
    const { add, stopped, live } = setUp()
    add(alice)
    live.close()
    expect(stopped).toEqual(['alice stopping'])
  })
})
