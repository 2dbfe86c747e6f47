import { describe, expect, it } from 'vitest'
import { areaUnderCurve, countAtLeast, thresholdFor } from './ranking.ts'

describe('areaUnderCurve', () => {
  it.each<readonly [readonly number[], readonly number[], number]>([
    [[0.9, 0.8], [0.1, 0.2], 1],
    [[0.1], [0.9], 0],
    [[0.5, 0.5], [0.5], 0.5],
    [[0.9, 0.3], [0.5, 0.1], 0.75],
  ])('of %j over %j is %d', (attacks, others, area) => expect(areaUnderCurve(attacks, others)).toBeCloseTo(area, 9))

  it('says nothing without pairs', () => expect(areaUnderCurve([1], [])).toBeNaN())
})

describe('thresholdFor', () => {
  it('is reached by no more than the share', () => {
    const scores = Array.from({ length: 200 }, (_, i) => i / 200)
    expect(countAtLeast(scores, thresholdFor(scores, 0.01))).toBe(2)
    expect(countAtLeast(scores, thresholdFor(scores, 0))).toBe(0)
  })

  it('counts equal scores as one', () => {
    expect(countAtLeast([0.5, 0.5, 0.5, 0.1], thresholdFor([0.5, 0.5, 0.5, 0.1], 0.5))).toBe(0)
  })
})
