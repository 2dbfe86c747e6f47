import { SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { StoredUser } from './users-repository.ts'
import { createUsersStore } from './users-store.ts'

/** A repository in memory that counts its queries: what PostgreSQL does is tested with the repository itself. */
function setUp(options: { max?: number; freshForMs?: number } = {}) {
  const time = { nowMs: 50 }
  const rows = new Map<string, StoredUser>()
  const asked: string[] = []
  const state = { down: false }
  const repository = {
    find: async (tenant: string, sub: string) => {
      asked.push(`${tenant}/${sub}`)
      await Promise.resolve()
      if (state.down) throw new SluiceError('dependency_unavailable')
      return rows.get(`${tenant}/${sub}`)
    },
  }
  const put = (sub: string, active: boolean) =>
    rows.set(`acme/${sub}`, { tenant: 'acme', sub, groups: [], active, createdAt: new Date(0), updatedAt: new Date(0) })
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs }
  return { time, asked, state, put, store: createUsersStore(repository, { clock, ...options }) }
}

describe('createUsersStore', () => {
  it.each([
    ['active', true, { active: true }],
    ['inactive', false, { active: false }],
    ['unknown', undefined, undefined],
  ])('asks once for a user who is %s, for as long as the answer is fresh', async (_what, active, expected) => {
    const { store, asked, time, put } = setUp()
    if (active !== undefined) put('alice', active)
    expect(await store.find('acme', 'alice')).toEqual(expected)
    put('alice', active !== true)
    time.nowMs += 4_999
    expect(await store.find('acme', 'alice')).toEqual(expected)
    expect(asked).toHaveLength(1)
    time.nowMs += 1
    expect(await store.find('acme', 'alice')).toEqual({ active: active !== true })
    expect(asked).toHaveLength(2)
  })

  it('asks once for callers that come at once, and apart for users of different tenants', async () => {
    const { store, asked } = setUp()
    await Promise.all([store.find('a', 'b'), store.find('a', 'b'), store.find('a","b', ''), store.find('b', 'a')])
    expect(asked).toEqual(['a/b', 'a","b/', 'b/a'])
  })

  it('gives no stale answer when PostgreSQL fails, and asks again next time', async () => {
    const { store, state, time, put } = setUp()
    put('alice', true)
    await store.find('acme', 'alice')
    state.down = true
    expect(await store.find('acme', 'alice')).toEqual({ active: true })
    time.nowMs += 5_000
    await expect(store.find('acme', 'alice')).rejects.toMatchObject({ code: 'dependency_unavailable' })
    state.down = false
    expect(await store.find('acme', 'alice')).toEqual({ active: true })
  })

  it('keeps a bounded number of answers', async () => {
    const { store, asked } = setUp({ max: 2 })
    for (const sub of ['a', 'b', 'c', 'c', 'b', 'a']) await store.find('acme', sub)
    expect(asked).toEqual(['acme/a', 'acme/b', 'acme/c', 'acme/a'])
  })
})
