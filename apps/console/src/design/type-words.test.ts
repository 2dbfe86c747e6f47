import { expect, it } from 'vitest'
import { typeWords } from './type-words.ts'

it.each([
  ['request.answered', 'Request answered'],
  ['break_glass.opened', 'Break glass opened'],
  ['', ''],
])('writes the type %j as %j', (type, words) => {
  expect(typeWords(type)).toBe(words)
})
