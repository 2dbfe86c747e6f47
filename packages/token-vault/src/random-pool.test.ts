import { describe, expect, it } from 'vitest'
import { createRandomPool } from './random-pool.ts'

describe('createRandomPool', () => {
  it('gives as many bytes as asked for, never the same twice, and never changes what it gave', () => {
    const take = createRandomPool()
    const given = Array.from({ length: 2_000 }, (_, index) => take(index % 2 === 0 ? 12 : 32))
    const seen = given.map((bytes) => bytes.toString('hex'))
    expect(new Set(given.map((bytes) => bytes.length))).toEqual(new Set([12, 32]))
    expect(new Set(seen.map((hex) => hex.slice(0, 24))).size).toBe(given.length)
    for (let count = 0; count < 1_000; count++) take(32)
    expect(given.map((bytes) => bytes.toString('hex'))).toEqual(seen)
  })

  it('gives slices that do not overlap', () => {
    const take = createRandomPool()
    const given = Array.from({ length: 300 }, () => take(16))
    for (const [index, bytes] of given.entries()) bytes.fill(index % 256)
    expect(given.every((bytes, index) => bytes.every((byte) => byte === index % 256))).toBe(true)
  })

  it('refuses more than a pool holds', () => {
    const take = createRandomPool()
    expect(take(4_096)).toHaveLength(4_096)
    expect(() => take(4_097)).toThrow(RangeError)
  })
})
