import { describe, expect, it } from 'vitest'
import { parseRetryAfterMs } from './retry-after.ts'

describe('parseRetryAfterMs', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['0.2', 200],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thu, 99 Jan 2026 00:00:05 GMT', undefined],
    ['2026-01-01T00:00:05Z', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['12345678901', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (value, expected) => {
    expect(parseRetryAfterMs(value, nowMs)).toBe(expected)
  })
})
