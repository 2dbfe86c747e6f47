import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FreezeWriter } from '../freeze/freeze-writer.ts'
import type { OpenSession, Session, SessionPage, SessionQuery, SessionStore } from '../store/session-store.ts'
import { newPrincipal } from './new-principal.ts'

export interface StoreUnderTest {
  readonly store: SessionStore
  /** Freezes what the store then reads. */
  readonly freezes: FreezeWriter
  close(): Promise<void>
}

const cause = { reason: 'reported by the SOC', by: 'carol' }

/** What administrators see of a session: all but its secret. */
const reportOf = ({ secret: _secret, ...session }: OpenSession): Session => session

const refOf = ({ tenant, sub, id }: Session) => ({ tenant, sub, sessionId: id })

/** What every session store does: it reads, and only a freeze writer freezes. `open` is called once. */
export function describeSessionStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: the contract of session stores`, () => {
    let opened: StoreUnderTest
    let store: SessionStore
    let freezes: FreezeWriter
    beforeAll(async () => {
      opened = await open()
      ;({ store, freezes } = opened)
    })
    afterAll(async () => await opened?.close())

    describe('which session', () => {
      it('is one per tenant, user and client', async () => {
        const principal = newPrincipal()
        const first = await store.resolve({ principal })
        expect(first).toMatchObject({ state: 'active', tenant: 'acme', sub: principal.sub, client: 'web' })
        expect(first).not.toHaveProperty('name')
        expect(Number.isSafeInteger(first.id) && first.id > 0).toBe(true)
        const again = await store.resolve({ principal })
        expect(again).toMatchObject({ id: first.id, createdAtMs: first.createdAtMs })
        expect(again.lastSeenMs).toBeGreaterThanOrEqual(first.lastSeenMs)
        const others = await Promise.all([
          store.resolve({ principal: { ...principal, client: 'mobile' } }),
          store.resolve({ principal: { ...principal, tenant: 'other' } }),
          store.resolve({ principal: newPrincipal() }),
        ])
        expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4)
      })

      it('is one per name, too', async () => {
        const principal = newPrincipal()
        const named = await store.resolve({ principal, requested: 'Review-2026.q1_a' })
        expect(named.name).toBe('Review-2026.q1_a')
        expect(await store.resolve({ principal, requested: 'Review-2026.q1_a' })).toMatchObject({ id: named.id })
        const others = [
          await store.resolve({ principal }),
          await store.resolve({ principal, requested: 'review-2026.q1_a' }),
          await store.resolve({ principal: { ...principal, client: 'mobile' }, requested: 'Review-2026.q1_a' }),
        ]
        expect(others.map(({ id }) => id)).not.toContain(named.id)
      })

      it('is continued by its number, from any client of its owner', async () => {
        const principal = newPrincipal()
        const named = await store.resolve({ principal, requested: 'thread' })
        const continued = await store.resolve({
          principal: { ...principal, client: 'mobile' },
          requested: String(named.id),
        })
        expect(continued).toMatchObject({ id: named.id, client: 'web', name: 'thread' })
      })

      it('is the same for concurrent requests', async () => {
        const principal = newPrincipal()
        const sessions = await Promise.all(Array.from({ length: 50 }, () => store.resolve({ principal })))
        expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
        expect(await store.find(sessions[0]!.id)).toMatchObject({ sub: principal.sub })
      })

      it('has a secret of its own, which stays and which no report shows', async () => {
        const principal = newPrincipal()
        const named = await store.resolve({ principal, requested: 'thread' })
        const other = await store.resolve({ principal })
        expect(named.secret).toMatch(/^secret-of-/)
        expect(other.secret).not.toBe(named.secret)
        for (const requested of ['thread', String(named.id)]) {
          expect(await store.resolve({ principal, requested })).toMatchObject({ secret: named.secret })
        }
        const reports = [
          await store.find(named.id),
          ...(await store.list({ tenant: principal.tenant, sub: principal.sub, limit: 10 })).sessions,
        ]
        expect(JSON.stringify(reports)).not.toContain('secret')
      })

      it.each([
        ['another user of the tenant', {}],
        ['the same subject of another tenant', { tenant: 'other' }],
      ])('is not open to %s, whether it exists, is frozen or does not exist', async (_who, change) => {
        const owner = newPrincipal()
        const stranger = 'tenant' in change ? { ...owner, ...change } : newPrincipal()
        const { id } = await store.resolve({ principal: owner })
        const refusal = { code: 'session_not_permitted', refusal: { code: 'session_not_permitted' } }
        const ask = (requested: string) => store.resolve({ principal: stranger, requested })
        await expect(ask(String(id))).rejects.toMatchObject(refusal)
        await expect(ask('9007199254740991')).rejects.toMatchObject(refusal)
        await freezes.freezeSession({ tenant: owner.tenant, sub: owner.sub, sessionId: id }, cause)
        await expect(ask(String(id))).rejects.toMatchObject(refusal)
      })

      it.each([
        '',
        ' ',
        '0',
        '-1',
        '+1',
        '01',
        '1.5',
        '1e3',
        '9007199254740992',
        '99999999999999999999',
        'a b',
        '_a',
        'é',
      ])('is not chosen by the malformed header %j', async (requested) => {
        await expect(store.resolve({ principal: newPrincipal(), requested })).rejects.toMatchObject({
          code: 'invalid_request',
          refusal: { param: 'x-session-id' },
        })
      })

      it('keeps users apart whose names consist of separators', async () => {
        const names = ['a:b', 'a', 'b', 'a}', '{a', '}:{', 'a%3Ab', '日本', 'a:b:c', '*']
        const ids: number[] = []
        for (const tenant of names) {
          for (const sub of names) {
            const principal = newPrincipal({ tenant: `t${tenant}`, sub })
            const session = await store.resolve({ principal })
            expect(await store.find(session.id)).toEqual(reportOf(session))
            ids.push(session.id)
          }
        }
        expect(new Set(ids).size).toBe(names.length ** 2)
      })
    })

    describe('find', () => {
      it('finds any session by its number alone', async () => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal, requested: 'x' })
        expect(await store.find(session.id)).toEqual(reportOf(session))
        await freezes.freezeSession(refOf(session), cause)
        expect(await store.find(session.id)).toEqual({
          ...reportOf(session),
          state: 'frozen',
          ownFreezeState: { ...cause, state: 'frozen', version: 1, atMs: expect.any(Number) },
        })
        await freezes.unfreezeSession(refOf(session), { reason: 'false alarm', by: 'erin' })
        await freezes.freezeUser(principal, cause)
        expect(await store.find(session.id)).toMatchObject({
          state: 'frozen',
          ownFreezeState: { state: 'active', version: 2, reason: 'false alarm', by: 'erin' },
          userFreezeState: { state: 'frozen', version: 1, reason: cause.reason },
        })
      })

      it.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER, 2 ** 60])('finds no session %d', async (id) => {
        expect(await store.find(id)).toBeUndefined()
      })
    })

    describe('findUser', () => {
      it('counts the sessions and reads the freeze state of any user', async () => {
        const principal = newPrincipal()
        expect(await store.findUser(principal)).toEqual({ sessions: 0 })
        const first = await store.resolve({ principal })
        await store.resolve({ principal, requested: 'n' })
        await freezes.freezeSession(refOf(first), cause)
        expect(await store.findUser(principal)).toEqual({ sessions: 2 })
        expect(await freezes.freezeUser(principal, cause)).toMatchObject({ sessions: 2 })
        expect(await store.findUser(principal)).toEqual({
          sessions: 2,
          freezeState: { ...cause, state: 'frozen', version: 1, atMs: expect.any(Number) },
        })
      })
    })

    describe('list', () => {
      it("pages through a user's sessions, the newest first, by state", async () => {
        const principal = newPrincipal()
        const ids: number[] = []
        for (let index = 0; index < 7; index += 1) {
          ids.unshift((await store.resolve({ principal, requested: `n${index}` })).id)
        }
        await store.resolve({ principal: newPrincipal() })
        await freezes.freezeSession({ ...principal, sessionId: ids[3]! }, cause)
        const query = { tenant: principal.tenant, sub: principal.sub, limit: 3 }
        expect(await idsOfAllPages(query)).toEqual(ids)
        expect(await idsOfAllPages({ ...query, state: 'frozen' })).toEqual([ids[3]])
        expect(await idsOfAllPages({ ...query, state: 'active' })).toEqual(ids.filter((id) => id !== ids[3]))
        await freezes.freezeUser(principal, cause)
        expect(await idsOfAllPages({ ...query, state: 'frozen' })).toEqual(ids)
        expect((await store.list(query)).sessions[0]).toMatchObject({ name: 'n6', state: 'frozen' })
      })

      it('pages through the sessions of a tenant, and of all', async () => {
        const tenant = `tenant-${newPrincipal().sub}`
        const ids: number[] = []
        for (let index = 0; index < 5; index += 1) {
          ids.unshift((await store.resolve({ principal: newPrincipal({ tenant }) })).id)
          await store.resolve({ principal: newPrincipal() })
        }
        expect(await idsOfAllPages({ tenant, limit: 2 })).toEqual(ids)
        const all = await idsOfAllPages({ limit: 100 })
        expect(all).toEqual(expect.arrayContaining(ids))
        expect(all.length).toBeGreaterThanOrEqual(10)
        expect(all).toEqual(all.toSorted((left, right) => right - left))
      })

      it.each([
        { limit: 0 },
        { limit: 101 },
        { limit: 1.5 },
        { limit: 1, before: 0 },
        { limit: 1, before: 1.5 },
        { limit: 1, sub: 'someone' },
      ])('refuses %j', async (query) => {
        await expect(store.list(query)).rejects.toMatchObject({ code: 'invalid_request' })
      })

      async function idsOfAllPages(query: SessionQuery): Promise<number[]> {
        const ids: number[] = []
        let before: number | undefined
        do {
          const page: SessionPage = await store.list({ ...query, before })
          expect(page.sessions.length).toBeLessThanOrEqual(query.limit)
          ids.push(...page.sessions.map(({ id }) => id))
          before = page.next
        } while (before !== undefined)
        return ids
      }
    })

    it('keeps the departments of the last use', async () => {
      const principal = newPrincipal({ departments: ['finance'] })
      expect(await store.resolve({ principal })).toMatchObject({ departments: ['finance'] })
      const moved = await store.resolve({ principal: { ...principal, departments: ['legal', 'tax'] } })
      expect(moved.departments).toEqual(['legal', 'tax'])
      expect(await store.find(moved.id)).toMatchObject({ departments: ['legal', 'tax'] })
    })
  })
}
