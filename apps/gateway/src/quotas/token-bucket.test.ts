import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

/** Takes as long as one may be taken. */
function takeAll(bucket: TokenBucket, perMinute: number, nowMs: number): number {
  let taken = 0
  for (; taken < 10_000 && bucket.waitMs(perMinute, nowMs) === 0; taken += 1) bucket.take(perMinute, nowMs)
  return taken
}

describe('a bucket', () => {
  it.each([1, 3, 7, 600, 6_000])('gives %i at once, and then one a time', (perMinute) => {
    const bucket = new TokenBucket()
    expect(bucket.remaining(perMinute, 5)).toBe(perMinute)
    expect(takeAll(bucket, perMinute, 5)).toBe(perMinute)
    expect(bucket.remaining(perMinute, 5)).toBe(0)
    expect(bucket.waitMs(perMinute, 5)).toBeCloseTo(60_000 / perMinute)
    expect(bucket.untilFullMs(5)).toBeCloseTo(60_000)
    const next = 5 + Math.ceil(60_000 / perMinute)
    expect(takeAll(bucket, perMinute, next)).toBe(1)
    expect(takeAll(bucket, perMinute, next + 60_000)).toBe(perMinute)
  })

  it('without a limit always gives', () => {
    const bucket = new TokenBucket()
    expect(takeAll(bucket, Number.POSITIVE_INFINITY, 0)).toBe(10_000)
    expect(bucket.remaining(Number.POSITIVE_INFINITY, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(bucket.untilFullMs(0)).toBe(0)
  })

  it('keeps what was used when the limit changes', () => {
    const bucket = new TokenBucket()
    for (let count = 0; count < 50; count += 1) bucket.take(100, 0)
    expect(bucket.remaining(50, 0)).toBe(25)
    expect(bucket.remaining(100, 0)).toBe(50)
  })
})

it('gives what a level that is refilled evenly gives', () => {
  const waits = fc.array(fc.nat({ max: 20_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), waits, (perMinute, waitsMs) => {
      const bucket = new TokenBucket()
      let level = perMinute
      let nowMs = 0
      for (const waitMs of waitsMs) {
        nowMs += waitMs
        level = Math.min(perMinute, level + (waitMs * perMinute) / 60_000)
        // The two sums round in their own ways just where one place has been refilled.
        if (Math.abs(level - Math.round(level)) < 1e-6) level = Math.round(level)
        expect(bucket.waitMs(perMinute, nowMs) === 0).toBe(level >= 1)
        expect(bucket.remaining(perMinute, nowMs)).toBe(Math.floor(level))
        if (level < 1) continue
        bucket.take(perMinute, nowMs)
        level -= 1
      }
    }),
  )
})
