import { describe, expect, it } from 'vitest'
import type { OpenSession } from '../store/session-store.ts'
import { RememberedSessions } from './remembered-sessions.ts'

const session = (id: number) => ({ id }) as unknown as OpenSession
const user = (sub: string) => ({ tenant: 't', sub })

function setUp(maxSessions: number) {
  const time = { nowMs: 0 }
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs }
  return { time, remembered: new RememberedSessions({ clock, rememberForMs: 10_000, maxSessions }) }
}

describe('remembered sessions', () => {
  it('are given until they are stale, and only to their user', () => {
    const { time, remembered } = setUp(100)
    remembered.set(user('alice'), 's', session(1))
    expect(remembered.get(user('alice'), 's')).toEqual({ id: 1 })
    expect(remembered.get(user('bob'), 's')).toBeUndefined()
    time.nowMs = 10_000
    expect(remembered.get(user('alice'), 's')).toBeUndefined()
  })

  it('are bounded over all users together: those of the least recently seen user go first', () => {
    const { remembered } = setUp(100)
    for (let sub = 0; sub < 4; sub += 1) {
      for (let number = 0; number < 40; number += 1) remembered.set(user(`u${sub}`), `s${number}`, session(number))
    }
    const kept = [0, 1, 2, 3].map(
      (sub) =>
        Array.from({ length: 40 }, (_, number) => remembered.get(user(`u${sub}`), `s${number}`)).filter(Boolean).length,
    )
    expect(kept).toEqual([0, 0, 40, 40])
  })

  it('of one user are at most 64', () => {
    const { remembered } = setUp(100)
    for (let number = 0; number < 65; number += 1) remembered.set(user('alice'), `s${number}`, session(number))
    expect(remembered.get(user('alice'), 's0')).toBeUndefined()
    expect(remembered.get(user('alice'), 's64')).toEqual({ id: 64 })
  })

  it('of a user are forgotten together', () => {
    const { remembered } = setUp(100)
    remembered.set(user('alice'), 'a', session(1))
    remembered.set(user('bob'), 'b', session(2))
    remembered.forgetUser(user('alice'))
    expect(remembered.get(user('alice'), 'a')).toBeUndefined()
    expect(remembered.get(user('bob'), 'b')).toEqual({ id: 2 })
    remembered.forgetAll()
    expect(remembered.get(user('bob'), 'b')).toBeUndefined()
  })
})
