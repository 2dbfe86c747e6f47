import { expect, it } from 'vitest'
import { formatDuration } from './rate-limit-headers.ts'

it.each([
  [0, '0ms'],
  [0.2, '1ms'],
  [17, '17ms'],
  [999.5, '1s'],
  [1_000, '1s'],
  [8_640, '8.64s'],
  [59_999.5, '1m0s'],
  [360_000, '6m0s'],
  [90_951, '1m30.951s'],
])('%d ms is written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
