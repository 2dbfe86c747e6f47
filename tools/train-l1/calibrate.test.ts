import { describe, expect, it } from 'vitest'
import { calibrate, calibrationError } from './calibrate.ts'

describe('calibrate', () => {
  it('rises, whatever the scores', () => {
    const scores = Array.from({ length: 200 }, (_, i) => ({
      logit: i / 20 - 5,
      label: i % 7 === 0 || i > 150 ? (1 as const) : (0 as const),
      weight: 1,
    }))
    const { logits, probabilities } = calibrate(scores)
    for (let i = 1; i < logits.length; i += 1) {
      expect(logits[i]).toBeGreaterThan(logits[i - 1] ?? 0)
      expect(probabilities[i]).toBeGreaterThanOrEqual(probabilities[i - 1] ?? 0)
    }
    expect(probabilities[0]).toBeLessThan(0.2)
    expect(probabilities.at(-1)).toBeGreaterThan(0.9)
  })
})

describe('calibrationError', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 0],
    [0.75, 1, 0.25],
  ] as const)('of %d where it is %d is %d', (probability, label, error) => {
    expect(calibrationError([{ probability, label }])).toBeCloseTo(error, 9)
  })
})
