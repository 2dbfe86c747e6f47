import { expect, it } from 'vitest'
import { percent, shareWords } from './percent.ts'

it.each([
  [1, '100 %'],
  [0.999, 'over 99 %'],
  [0.5, '50 %'],
  [0.001, 'under 1 %'],
  [0, '0 %'],
])('never rounds %d to all or nothing', (share, text) => {
  expect(percent(share)).toBe(text)
})

it.each([
  [0, 0, '0 %'],
  [1, 400, 'under 1 %'],
  [3, 19, '16 %'],
  [399, 400, 'over 99 %'],
  [4, 4, '100 %'],
])('writes %s of %s as %s', (part, whole, words) => {
  expect(shareWords(part, whole)).toBe(words)
})
