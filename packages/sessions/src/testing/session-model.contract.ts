import type { Principal } from '@sluice/contracts'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { FreezeWriter } from '../freeze/freeze-writer.ts'
import type { Session, SessionStore } from '../store/session-store.ts'

const cause = { reason: 'reported by the SOC', by: 'carol' }

/** What the model is compared with. */
interface Implementation {
  readonly store: SessionStore
  readonly freezes: FreezeWriter
}

/** Runs random sequences of calls of two users against an implementation and against the model below. */
export async function assertLikeModel(
  implementation: Implementation,
  newUsers: () => [Principal, Principal],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const users = newUsers()
      const model = new Model()
      for (const { action, user, client, name, pick } of steps) {
        const principal = { ...users[user], client }
        await act({ ...implementation, model, action, principal, name, pick })
      }
    }),
    { numRuns: 60 },
  )
}

const step = fc.record({
  action: fc.constantFrom(
    ...(['resolve', 'resolve', 'continue', 'find'] as const),
    ...(['freezeSession', 'unfreezeSession', 'freezeUser', 'unfreezeUser'] as const),
  ),
  user: fc.constantFrom<0 | 1>(0, 1),
  client: fc.constantFrom('web', 'mobile'),
  name: fc.constantFrom(undefined, 'a', 'b'),
  pick: fc.nat({ max: 7 }),
})

type Action = 'resolve' | 'continue' | 'find' | keyof FreezeWriter

/** A second, minimal implementation of sessions. */
class Model {
  readonly sessions: { id: number; sub: string; key: string; frozen: boolean; version: number }[] = []
  readonly users = new Map<string, { frozen: boolean; version: number }>()

  user(sub: string) {
    const user = this.users.get(sub) ?? { frozen: false, version: 0 }
    this.users.set(sub, user)
    return user
  }
}

interface Act extends Implementation {
  readonly model: Model
  readonly action: Action
  readonly principal: Principal
  readonly name: string | undefined
  readonly pick: number
}

async function act({ store, freezes, model, action, principal, name, pick }: Act): Promise<void> {
  const { tenant, sub, client } = principal
  const user = model.user(sub)
  const picked = model.sessions[pick % Math.max(model.sessions.length, 1)]
  const own = picked?.sub === sub ? picked : undefined
  const outcome = (promise: Promise<Session>) =>
    promise.then(
      ({ id }) => id,
      ({ code }) => code,
    )
  switch (action) {
    case 'resolve': {
      const key = JSON.stringify([sub, client, name])
      const known = model.sessions.find((session) => session.key === key)
      const result = await outcome(store.resolve({ principal, requested: name }))
      if (user.frozen || known?.frozen) expect(result).toBe('session_frozen')
      else if (known !== undefined) expect(result).toBe(known.id)
      else {
        expect(model.sessions.map(({ id }) => id)).not.toContain(result)
        model.sessions.push({ id: Number(result), sub, key, frozen: false, version: 0 })
      }
      break
    }
    case 'continue': {
      if (picked === undefined) break
      const result = await outcome(store.resolve({ principal, requested: String(picked.id) }))
      if (user.frozen || own?.frozen) expect(result).toBe('session_frozen')
      else expect(result).toBe(own === undefined ? 'session_not_permitted' : picked.id)
      break
    }
    case 'find': {
      if (picked === undefined) break
      const frozen = picked.frozen || model.user(picked.sub).frozen
      expect(await store.find(picked.id)).toMatchObject({ sub: picked.sub, state: frozen ? 'frozen' : 'active' })
      break
    }
    case 'freezeSession':
    case 'unfreezeSession': {
      if (picked === undefined) break
      const transition = await freezes[action]({ tenant, sub, sessionId: picked.id }, cause)
      expectTransition(transition, own, action === 'freezeSession')
      break
    }
    case 'freezeUser':
    case 'unfreezeUser':
      expectTransition(await freezes[action]({ tenant, sub }, cause), user, action === 'freezeUser')
      break
  }
}

function expectTransition(
  transition: unknown,
  subject: { frozen: boolean; version: number } | undefined,
  frozen: boolean,
): void {
  if (subject === undefined) {
    expect(transition).toBeUndefined()
    return
  }
  const changed = subject.frozen !== frozen
  subject.version += changed ? 1 : 0
  subject.frozen = frozen
  expect(transition).toMatchObject({ changed, version: subject.version, state: frozen ? 'frozen' : 'active' })
}
