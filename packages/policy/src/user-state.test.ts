import { expect, it } from 'vitest'
import { refusalOfUser } from './user-state.ts'

it.each([
  [{ active: true }, false, undefined],
  [{ active: true }, true, 'session_frozen'],
  [{ active: false }, false, 'user_not_active'],
  [{ active: false }, true, 'user_not_active'],
  [undefined, false, 'user_not_active'],
] as const)('answers %j, frozen %j, with %s', (user, isFrozen, refusal) => {
  expect(refusalOfUser(user, isFrozen)).toBe(refusal)
})
