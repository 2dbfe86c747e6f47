import { expect, it } from 'vitest'
import { SessionOrder } from './session-order.ts'

it.each([
  ['come one after another', [1, 2, 3], 0],
  ['miss the first', [2, 3], 1],
  ['have a gap', [1, 3], 1],
  ['go back', [1, 2, 1], 1],
  ['come twice', [1, 1], 1],
])('counts a session whose numbers %s: %j', (_what, numbers, expected) => {
  const order = new SessionOrder()
  for (const number of numbers) order.add('a', number)
  for (const number of [1, 2]) order.add('b', number)
  expect(order.disordered()).toBe(expected)
})
