import { describe, expect, it } from 'vitest'
import { parseStat } from './process-cpu.ts'
import { median, percentile } from './statistics.ts'

describe('percentile', () => {
  it.each([
    [[1, 2, 3, 4], 0.5, 2],
    [[1, 2, 3, 4], 0.99, 4],
    [[1, 2, 3, 4], 0, 1],
    [[7], 0.5, 7],
    [[], 0.5, Number.NaN],
  ])('of %j at %d is %d', (sorted, share, value) => {
    expect(percentile(sorted, share)).toBe(value)
  })
})

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[], Number.NaN],
  ])('of %j is %d', (values, value) => {
    expect(median(values)).toBe(value)
  })
})

describe('parseStat', () => {
  it('reads parent and times behind any command', () => {
    const stat = '42 (a) b (c) S 7 42 42 0 -1 4194304 100 0 0 0 10 20 30 40 20 0 11 0 5'
    expect(parseStat(42, stat)).toEqual({ id: 42, parent: 7, ticks: 100 })
  })
})
