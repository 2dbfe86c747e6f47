import type { Session, SessionQuery } from '@sluice/sessions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchSessions } from './search-sessions.ts'

const session = (id: number, sub: string): Session => ({
  ...{ id, sub, tenant: 't', state: 'active', client: 'web', departments: [], createdAtMs: 0, lastSeenMs: 0 },
})

/** A store that gives short pages, as the real one may. */
function storeOf(all: readonly Session[], pageSize: number) {
  const asked: SessionQuery[] = []
  const list = async (query: SessionQuery) => {
    asked.push(query)
    const below = query.before ?? Number.POSITIVE_INFINITY
    const rest = all.filter(({ id, sub }) => id < below && (query.sub === undefined || sub === query.sub))
    const sessions = rest.sort((a, b) => b.id - a.id).slice(0, Math.min(pageSize, query.limit))
    const last = sessions.at(-1)
    return { sessions, ...(rest.length > sessions.length && last ? { next: last.id } : {}) }
  }
  return { list, asked }
}

describe('searchSessions', () => {
  it('gives every visible session once, the newest first, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom<readonly string[] | undefined>(undefined, ['a'], ['a', 'b'], ['a', 'b', 'c', 'nobody']),
        fc.integer({ min: 1, max: 5 }),
        async (ids, pageSize, limit, subs, every) => {
          const all = ids.map((id) => session(id, ['a', 'b', 'c'][id % 3] ?? ''))
          const isVisible = ({ id }: Session) => id % every === 0
          const seen: number[] = []
          let before: number | undefined
          do {
            const search = { tenant: 't', subs, state: undefined, limit, before, isVisible }
            const page = await searchSessions(storeOf(all, pageSize), search)
            expect(page.sessions.length).toBeLessThanOrEqual(limit)
            if (page.next !== undefined && before !== undefined) expect(page.next).toBeLessThan(before)
            seen.push(...page.sessions.map(({ id }) => id))
            before = page.next
          } while (before !== undefined)
          const expected = all.filter((one) => isVisible(one) && (subs?.includes(one.sub) ?? true)).map(({ id }) => id)
          expect(seen).toEqual(expected.sort((a, b) => b - a))
        },
      ),
    )
  })

  it('does not walk through everything in one request', async () => {
    const store = storeOf(
      Array.from({ length: 2_000 }, (_, id) => session(id + 1, 'a')),
      100,
    )
    const search = { tenant: 't', subs: undefined, state: undefined, limit: 10, before: undefined }
    expect(await searchSessions(store, { ...search, isVisible: () => false })).toEqual({ sessions: [], next: 1_501 })
    expect(store.asked).toHaveLength(5)
  })
})
