import { expect, it } from 'vitest'
import { refusalOfUser } from './user-state.ts'

it.each([
  [{ active: true }, false, undefined],
  [{ active: true }, true, 'session_frozen'],
  [{ active: false }, false, 'user_not_active'],
  [{ active: false }, true, 'user_not_active'],
  [undefined, false, 'user_not_active'],
] as const)('answers %j, frozen %j, with %s', (user, isFrozen, refusal) => {
  expect(refusalOfUser(user, isFrozen)).toEqual(refusal && { code: refusal })
})

it('says where nobody is known yet, and what to do', () => {
  const refusal = refusalOfUser({ active: false, inactiveBecause: 'no-directory' })
  expect(refusal?.code).toBe('user_not_active')
  expect(refusal?.message).toMatch(/No directory has been synchronized yet.*INITIAL_USERS.*docs\/credentials\.md/)
})
