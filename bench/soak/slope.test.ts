import { expect, it } from 'vitest'
import { leastOfEach, medianOfEach, slopePerMinute } from './slope.ts'

const line = (perSecond: number, noise: (at: number) => number = () => 0) =>
  Array.from({ length: 60 }, (_, at) => ({ atSeconds: at * 5, value: 100 + at * 5 * perSecond + noise(at) }))

it('finds the slope of a line, a minute', () => {
  expect(slopePerMinute(line(0.5))).toBeCloseTo(30)
  expect(slopePerMinute(line(0))).toBe(0)
  expect(slopePerMinute(line(-0.1))).toBeCloseTo(-6)
})

it('is hardly moved by a saw', () => {
  expect(Math.abs(slopePerMinute(line(0, (at) => (at % 2) * 20)))).toBeLessThan(0.3)
})

it('says nothing of one point', () => {
  expect(slopePerMinute(line(1).slice(0, 1))).toBeNaN()
  expect(slopePerMinute([])).toBeNaN()
})

it('takes the least of each stretch', () => {
  const saw = line(0, (at) => (at % 6) * 10)
  expect(leastOfEach(saw, 30)).toHaveLength(10)
  expect(leastOfEach(saw, 30).every(({ value }) => value === 100)).toBe(true)
})

it('takes the median of each part', () => {
  const values = [1, 9, 2, 3, 5, 4, 7].map((value, atSeconds) => ({ atSeconds, value }))
  expect(medianOfEach(values, 1)).toEqual([4])
  expect(medianOfEach(values.slice(0, 6), 2)).toEqual([2, 4])
  expect(medianOfEach([], 2)).toEqual([Number.NaN, Number.NaN])
})
