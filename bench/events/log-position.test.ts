import { expect, it } from 'vitest'
import { LogPosition } from './log-position.ts'

it('counts what a partition had dropped before it was read, and takes nothing twice', () => {
  const position = new LogPosition()
  expect([0, 1, 1, 0, 2].map((offset) => position.advance('a', offset))).toEqual([true, true, false, false, true])
  expect(position.missed()).toBe(0)
  expect(position.advance('a', 7)).toBe(true)
  expect(position.missed()).toBe(4)
  expect(position.advance('b', 2)).toBe(true)
  expect(position.missed()).toBe(6)
})
