import { expect, it } from 'vitest'
import { defaultThreads } from './open-bodies.ts'

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [5, 4],
  [16, 4],
  [64, 4],
])('takes for %i processors %i threads', (processors, threads) => {
  expect(defaultThreads(processors)).toBe(threads)
})
