import { expect, it } from 'vitest'
import { offsetOf } from './offset-of.ts'

it.each([
  ['abc\ndef', 1, 1, 0],
  ['abc\ndef', 2, 2, 5],
  ['abc\ndef', 1, 99, 3],
  ['abc\ndef', 9, 1, 7],
  ['', 1, 1, 0],
])('finds in %j line %d, column %d at %d', (text, line, column, offset) => {
  expect(offsetOf(text, line, column)).toBe(offset)
})
