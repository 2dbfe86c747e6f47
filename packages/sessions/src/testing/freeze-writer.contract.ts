import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FreezeWriter } from '../freeze/freeze-writer.ts'
import type { Session, SessionStore } from '../store/session-store.ts'
import { newPrincipal } from './new-principal.ts'
import { assertLikeModel } from './session-model.contract.ts'
import type { StoreUnderTest } from './session-store.contract.ts'

const cause = { reason: 'reported by the SOC', by: 'carol' }

const refOf = ({ tenant, sub, id }: Session) => ({ tenant, sub, sessionId: id })

/** What every freeze writer does, as the session store beside it reads it. `open` is called once. */
export function describeFreezeWriter(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: the contract of freeze writers`, () => {
    let opened: StoreUnderTest
    let store: SessionStore
    let freezes: FreezeWriter
    beforeAll(async () => {
      opened = await open()
      ;({ store, freezes } = opened)
    })
    afterAll(async () => await opened?.close())

    describe('freeze', () => {
      it('refuses the frozen session by pointer, name and number, until it is unfrozen', async () => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal })
        const other = await store.resolve({ principal, requested: 'other' })
        expect(await freezes.freezeSession(refOf(session), cause)).toMatchObject({
          changed: true,
          state: 'frozen',
          version: 1,
        })
        for (const requested of [undefined, String(session.id)]) {
          await expect(store.resolve({ principal, requested })).rejects.toMatchObject({ code: 'session_frozen' })
        }
        expect(await store.resolve({ principal, requested: 'other' })).toMatchObject({ id: other.id })
        expect(await freezes.unfreezeSession(refOf(session), cause)).toMatchObject({
          changed: true,
          state: 'active',
          version: 2,
        })
        expect(await store.resolve({ principal })).toMatchObject({ id: session.id, state: 'active' })
      })

      it('counts transitions only, and keeps the time of the first', async () => {
        const session = await store.resolve({ principal: newPrincipal() })
        const first = await freezes.freezeSession(refOf(session), cause)
        const again = await freezes.freezeSession(refOf(session), { reason: 'again', by: 'dave' })
        // A repeated freeze is announced again, so that the gateways acknowledge it.
        expect(again).toEqual({
          ...first,
          ...{ changed: false, announcement: expect.any(Number), allListed: expect.any(Boolean) },
        })
        expect(again!.announcement).toBeGreaterThan(first!.announcement)
        const versions = [
          await freezes.unfreezeSession(refOf(session), cause),
          await freezes.unfreezeSession(refOf(session), cause),
          await freezes.freezeSession(refOf(session), cause),
        ]
        expect(versions.map((transition) => transition?.version)).toEqual([2, 2, 3])
      })

      it('changes nothing where there is no such session, or another owner', async () => {
        const owner = newPrincipal()
        const { id } = await store.resolve({ principal: owner })
        const stranger = newPrincipal()
        for (const ref of [
          { tenant: stranger.tenant, sub: stranger.sub, sessionId: id },
          { tenant: owner.tenant, sub: owner.sub, sessionId: 9_007_199_254_740_991 },
        ]) {
          expect(await freezes.freezeSession(ref, cause)).toBeUndefined()
          expect(await freezes.unfreezeSession(ref, cause)).toBeUndefined()
        }
        expect(await store.resolve({ principal: owner })).toMatchObject({ id })
      })

      it('of a user refuses every session of the user, later ones included', async () => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal })
        const neighbour = newPrincipal()
        expect(await freezes.freezeUser(principal, cause)).toMatchObject({ changed: true, version: 1 })
        for (const requested of [undefined, String(session.id), 'new']) {
          await expect(store.resolve({ principal, requested })).rejects.toMatchObject({ code: 'session_frozen' })
        }
        const elsewhere = { ...principal, client: 'mobile' }
        await expect(store.resolve({ principal: elsewhere })).rejects.toMatchObject({ code: 'session_frozen' })
        expect(await store.find(session.id)).toMatchObject({ state: 'frozen' })
        expect(await store.resolve({ principal: neighbour })).toMatchObject({ state: 'active' })
        expect(await freezes.unfreezeUser(principal, cause)).toMatchObject({ changed: true, version: 2 })
        expect(await store.resolve({ principal })).toMatchObject({ id: session.id })
      })

      it('of a user holds before the user is known', async () => {
        const principal = newPrincipal()
        await freezes.freezeUser(principal, cause)
        await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
      })

      it('of users can be listed, page by page, until they end', async () => {
        const tenant = `tenant of ${newPrincipal().sub}`
        const refOfSub = (sub: string) => ({ tenant, sub })
        expect([await store.frozenUsers({ tenant, limit: 2 }), await store.countFrozenUsers(tenant)]).toEqual([[], 0])
        for (const sub of ['c', 'a', 'b:x', 'é']) await freezes.freezeUser(refOfSub(sub), cause)
        await freezes.freezeUser(refOfSub('a'), cause)
        await freezes.unfreezeUser(refOfSub('never frozen'), cause)
        expect(await store.frozenUsers({ tenant, limit: 2 })).toEqual(['a', 'b:x'])
        expect(await store.frozenUsers({ tenant, limit: 2, after: 'b:x' })).toEqual(['c', 'é'])
        expect(await store.countFrozenUsers(tenant)).toBe(4)
        await freezes.unfreezeUser(refOfSub('c'), cause)
        expect(await store.frozenUsers({ tenant, limit: 100 })).toEqual(['a', 'b:x', 'é'])
        expect(await store.findUser(refOfSub('never frozen'))).toEqual({ sessions: 0 })
        for (const limit of [0, 101, 1.5]) {
          await expect(store.frozenUsers({ tenant, limit })).rejects.toMatchObject({ code: 'invalid_request' })
        }
      })

      it('of a session stays when the freeze of its user ends', async () => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal })
        await freezes.freezeSession(refOf(session), cause)
        await freezes.freezeUser(principal, cause)
        await freezes.unfreezeUser(principal, cause)
        await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
        expect(await store.find(session.id)).toMatchObject({ state: 'frozen' })
      })

      it('is final for requests that race with it', async () => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal })
        const racing = Array.from({ length: 40 }, (_, index) =>
          index === 20 ? freezes.freezeSession(refOf(session), cause) : store.resolve({ principal }),
        )
        await Promise.allSettled(racing)
        await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
      })

      it.each([
        { reason: '', by: 'x' },
        { reason: 'r'.repeat(1_001), by: 'x' },
        { reason: 'r', by: '' },
        { reason: 'r', by: 'b'.repeat(513) },
      ])('refuses a cause out of bounds', async (unbounded) => {
        const principal = newPrincipal()
        const session = await store.resolve({ principal })
        await expect(freezes.freezeSession(refOf(session), unbounded)).rejects.toMatchObject({
          code: 'invalid_request',
        })
        await expect(freezes.freezeUser(principal, unbounded)).rejects.toMatchObject({ code: 'invalid_request' })
        expect(await store.resolve({ principal })).toMatchObject({ id: session.id })
      })
    })

    it('behaves as the model does for any order of calls', async () => {
      await assertLikeModel({ store, freezes }, () => [newPrincipal(), newPrincipal()])
    })
  })
}
