import { expect, it } from 'vitest'
import { describeDistance, formatUtc } from './time-words.ts'

it.each([
  [0, 'just now'],
  [-59_999, 'just now'],
  [9_000, 'just now'],
  [30_000, 'in under a minute'],
  [60_000, 'in 1 minute'],
  [-150_000, '2 minutes ago'],
  [-3_600_000, '1 hour ago'],
  [200_000_000, 'in 2 days'],
  [Number.NaN, 'at an unknown time'],
])('says %d ms as %j', (ms, words) => {
  expect(describeDistance(ms)).toBe(words)
})

it('writes UTC, and leaves alone what is no time', () => {
  expect(formatUtc('2026-03-02T09:15:02.117+01:00')).toBe('2026-03-02 08:15:02 UTC')
  expect(formatUtc('soon')).toBe('soon')
})
