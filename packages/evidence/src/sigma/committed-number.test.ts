import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { committedOf, packLevels, shiftOf, unpackLevels } from './committed-number.ts'
import { readLittleEndian, writeLittleEndian } from './group.ts'
import { ristretto255 } from './ristretto255.ts'

const { order } = ristretto255
const scalar = (value: bigint) => writeLittleEndian(value, 32)
/** Among them are those from which a number of 0 to 63 carries or borrows. */
const values = fc.oneof(
  fc.bigInt({ min: 0n, max: order - 1n }),
  fc.bigInt({ min: 0n, max: 200n }),
  fc.bigInt({ min: order - 200n, max: order - 1n }),
  fc.nat(31).chain((byte) => fc.constant((1n << BigInt(8 * byte)) - 1n)),
)
const committed = fc.nat(63)

describe('a shift', () => {
  it('is the committed number less the value of the mask, modulo the order', () => {
    fc.assert(
      fc.property(values, committed, (value, number) => {
        const shift = shiftOf(scalar(value), number)
        expect(readLittleEndian(shift)).toBe((BigInt(number) + order - value) % order)
        expect(committedOf(scalar(value), shift)).toBe(number)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([0, 1, 63, 64])('is right about a mask of %i for each number', (value) => {
    for (let number = 0; number < 64; number += 1) {
      const shift = shiftOf(scalar(BigInt(value)), number)
      expect(readLittleEndian(shift)).toBe((BigInt(number - value) + order) % order)
    }
  })

  it('leaves the mask as it is', () => {
    const value = scalar(order - 1n)
    shiftOf(value, 63)
    expect(value).toEqual(scalar(order - 1n))
  })

  it.each([-1, 64, 1.5, Number.NaN])('is not made for %d', (number) => {
    expect(() => shiftOf(scalar(5n), number)).toThrow(RangeError)
  })

  it('opens to no number of 64 and more, nor to one below 0', () => {
    const value = scalar(12_345n)
    for (const number of [64n, 255n, 256n, 2n ** 252n, order - 1n]) {
      const shift = scalar((number + order - 12_345n) % order)
      expect(() => committedOf(value, shift)).toThrow(RangeError)
    }
    expect(() => committedOf(value, new Uint8Array(31))).toThrow(RangeError)
    expect(() => committedOf(new Uint8Array(33), value)).toThrow(RangeError)
    expect(() => shiftOf(new Uint8Array(31), 0)).toThrow(RangeError)
  })
})

describe('the levels of a request', () => {
  it('make one number, and come back from it', () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((restored) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((sensitivity) => {
        const number = packLevels({ sensitivity, restored })
        expect(number).toBe(sensitivity + 8 * restored)
        expect(unpackLevels(number)).toEqual({ sensitivity, restored })
        return number
      }),
    )
    expect(new Set(numbers).size).toBe(64)
  })

  it.each([-1, 8, 0.5, Number.NaN])('are none: %d', (level) => {
    expect(() => packLevels({ sensitivity: level, restored: 0 })).toThrow(RangeError)
    expect(() => packLevels({ sensitivity: 0, restored: level })).toThrow(RangeError)
    expect(() => unpackLevels(level === 8 ? 64 : level)).toThrow(RangeError)
  })
})
